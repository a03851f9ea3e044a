package dev.agentmailbox.http.api.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OAuth as programs speak it, from their registration to the end of a grant. */
class GrantIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String BASE = "http://localhost:8080";
  private static final String REDIRECT = "http://127.0.0.1/callback";

  /** The pair of RFC 7636 appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @AutoClose private MailboxFixture fixture;
  private String owner;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    fixture.post("/v0/inboxes", "{\"username\":\"orders\"}");
    owner = fixture.signIn(fixture.human(Role.OWNER));
  }

  private HttpResponse<String> get(String path) {
    return TestServer.send(fixture.request(path).GET());
  }

  private HttpResponse<String> form(String path, Map<String, String> fields) {
    return form(fixture.request(path), fields);
  }

  private static HttpResponse<String> form(
      HttpRequest.Builder request, Map<String, String> fields) {
    return TestServer.send(
        request
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(query(fields))));
  }

  private HttpResponse<String> register(String json) {
    return TestServer.send(
        fixture
            .request("/oauth/register")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private String program() {
    HttpResponse<String> made =
        register(
            "{\"client_name\":\"A program\",\"redirect_uris\":[\""
                + REDIRECT
                + "\"],\"token_endpoint_auth_method\":\"none\"}");
    assertEquals(201, made.statusCode(), made.body());
    return json(made).get("client_id").stringValue();
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return JSON.readTree(answer.body());
  }

  private static String query(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static Map<String, String> answer(String redirectedTo) {
    return Arrays.stream(URI.create(redirectedTo).getRawQuery().split("&"))
        .map(part -> part.split("=", 2))
        .collect(
            Collectors.toMap(
                part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8)));
  }

  private static Map<String, String> request(String client) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("client_id", client);
    fields.put("redirect_uri", "http://127.0.0.1:50123/callback");
    fields.put("response_type", "code");
    fields.put("code_challenge", CHALLENGE);
    fields.put("code_challenge_method", "S256");
    fields.put("state", "a b&c");
    fields.put("resource", BASE + "/mcp");
    fields.put("scope", "message_read offline_access");
    return fields;
  }

  private HttpResponse<String> decide(Map<String, String> request, String decision) {
    Map<String, Object> body = new LinkedHashMap<>(request);
    body.put("decision", decision);
    if (decision.equals("allow")) {
      body.put("permissions", List.of("message_read", "inbox_read"));
      body.put("inbox_id", "orders@agents.localhost");
    }
    return fixture.as(owner, "POST", "/oauth/authorization", JSON.writeValueAsString(body));
  }

  private Map<String, String> allowed(String client) {
    return answer(json(decide(request(client), "allow")).get("redirect_to").stringValue());
  }

  private static Map<String, String> exchange(String client, String code) {
    return Map.of(
        "grant_type",
        "authorization_code",
        "client_id",
        client,
        "code",
        code,
        "code_verifier",
        VERIFIER,
        "redirect_uri",
        "http://127.0.0.1:50123/callback",
        "resource",
        BASE + "/mcp");
  }

  private JsonNode tokens(String client) {
    HttpResponse<String> issued =
        form("/oauth/token", exchange(client, allowed(client).getOrDefault("code", "")));
    assertEquals(200, issued.statusCode(), issued.body());
    assertEquals("no-store", issued.headers().firstValue("cache-control").orElse(""));
    return json(issued);
  }

  private static void assertRefused(String error, int status, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertEquals(error, json(answer).get("error").stringValue());
  }

  @Test
  void a_refused_program_finds_its_way_from_the_challenge_to_the_metadata() {
    HttpResponse<String> refused =
        TestServer.send(
            fixture
                .request("/mcp")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
    String challenge = refused.headers().firstValue("www-authenticate").orElseThrow();
    assertTrue(challenge.contains(BASE + "/.well-known/oauth-protected-resource/mcp"), challenge);
    JsonNode resource = json(get("/.well-known/oauth-protected-resource/mcp"));
    assertEquals(BASE + "/mcp", resource.get("resource").stringValue());
    assertEquals(BASE, resource.get("authorization_servers").get(0).stringValue());
    assertEquals(
        BASE, json(get("/.well-known/oauth-protected-resource")).get("resource").stringValue());
    JsonNode server = json(get("/.well-known/oauth-authorization-server"));
    assertEquals(BASE, server.get("issuer").stringValue());
    assertEquals("[\"S256\"]", server.get("code_challenge_methods_supported").toString());
    assertTrue(server.get("client_id_metadata_document_supported").booleanValue());
    assertTrue(server.get("authorization_response_iss_parameter_supported").booleanValue());
  }

  @Test
  void a_program_gets_what_the_human_picked_and_uses_it_as_a_key() {
    String client = program();
    HttpResponse<String> sent = get("/oauth/authorize?" + query(request(client)));
    assertEquals(302, sent.statusCode());
    String console = sent.headers().firstValue("location").orElseThrow();
    assertTrue(console.startsWith(BASE + "/console/authorize?client_id=cli_"), console);
    assertEquals(request(client), answer(console));
    JsonNode asked =
        json(fixture.as(owner, "GET", "/oauth/authorization?" + query(request(client)), null));
    assertEquals("A program", asked.get("client_name").stringValue());
    assertEquals("127.0.0.1", asked.get("redirect_host").stringValue());
    assertEquals("[\"message_read\"]", asked.get("permissions").toString());
    assertTrue(asked.get("own_machine").booleanValue());

    Map<String, String> back = allowed(client);
    assertEquals("a b&c", back.get("state"));
    assertEquals(BASE, back.get("iss"));
    JsonNode issued = json(form("/oauth/token", exchange(client, back.getOrDefault("code", ""))));
    assertEquals("Bearer", issued.get("token_type").stringValue());
    assertEquals("inbox_read message_read", issued.get("scope").stringValue());
    String access = issued.get("access_token").stringValue();
    JsonNode me = MailboxFixture.json(fixture.call(access, "GET", "/v0/auth/me", null));
    assertEquals("orders@agents.localhost", me.get("scope_id").stringValue());
    assertTrue(me.has("expires_at"));
    HttpResponse<String> send =
        fixture.call(
            access,
            "POST",
            "/v0/inboxes/orders@agents.localhost/messages/send",
            "{\"to\":[\"a@example.com\"],\"text\":\"x\"}");
    assertEquals("missing_permission", MailboxFixture.json(send).get("code").stringValue());
  }

  @Test
  void the_console_lists_grants_and_ends_them() {
    String client = program();
    String access = tokens(client).get("access_token").stringValue();
    JsonNode grants = json(fixture.as(owner, "GET", "/oauth/grants", null)).get("grants");
    assertEquals("A program", grants.get(0).get("client_name").stringValue());
    assertEquals("active", grants.get(0).get("status").stringValue());
    String id = grants.get(0).get("grant_id").stringValue();
    assertEquals(403, fixture.call(access, "DELETE", "/oauth/grants/" + id, null).statusCode());
    assertEquals(204, fixture.as(owner, "DELETE", "/oauth/grants/" + id, null).statusCode());
    assertEquals(401, fixture.call(access, "GET", "/v0/auth/me", null).statusCode());
    assertEquals(
        "revoked",
        json(fixture.as(owner, "GET", "/oauth/grants", null))
            .get("grants")
            .get(0)
            .get("status")
            .stringValue());
  }

  @Test
  void a_refresh_token_works_once_and_its_second_use_ends_the_grant() {
    String client = program();
    JsonNode first = tokens(client);
    Map<String, String> refresh =
        Map.of(
            "grant_type",
            "refresh_token",
            "client_id",
            client,
            "refresh_token",
            first.get("refresh_token").stringValue());
    JsonNode second = json(form("/oauth/token", refresh));
    String access = second.get("access_token").stringValue();
    assertEquals(200, fixture.call(access, "GET", "/v0/auth/me", null).statusCode());
    assertRefused("invalid_grant", 400, form("/oauth/token", refresh));
    assertEquals(401, fixture.call(access, "GET", "/v0/auth/me", null).statusCode());
  }

  @Test
  void a_program_gives_its_grant_back() {
    String client = program();
    JsonNode issued = tokens(client);
    String refresh = issued.get("refresh_token").stringValue();
    assertRefused("invalid_client", 401, form("/oauth/revoke", Map.of("token", refresh)));
    HttpResponse<String> done =
        form("/oauth/revoke", Map.of("token", refresh, "client_id", client));
    assertEquals(200, done.statusCode());
    String access = issued.get("access_token").stringValue();
    assertEquals(401, fixture.call(access, "GET", "/v0/auth/me", null).statusCode());
  }

  @Test
  void a_human_refuses_and_a_wrong_request_is_told_to_the_program_only_at_its_own_address() {
    String client = program();
    String refused = json(decide(request(client), "refuse")).get("redirect_to").stringValue();
    assertTrue(refused.startsWith("http://127.0.0.1:50123/callback?error=access_denied"), refused);
    assertEquals(BASE, answer(refused).get("iss"));

    Map<String, String> elsewhere = request(client);
    elsewhere.put("resource", "https://other.example/mcp");
    JsonNode asked =
        json(fixture.as(owner, "GET", "/oauth/authorization?" + query(elsewhere), null));
    assertEquals("invalid_target", answer(asked.get("redirect_to").stringValue()).get("error"));

    for (Map.Entry<String, String> wrong :
        Map.of("redirect_uri", "http://127.0.0.1/other", "client_id", "cli_none").entrySet()) {
      Map<String, String> request = request(client);
      request.put(wrong.getKey(), wrong.getValue());
      HttpResponse<String> answer =
          fixture.as(owner, "GET", "/oauth/authorization?" + query(request), null);
      assertEquals(400, answer.statusCode());
      assertFalse(answer.body().contains("redirect_to"), answer.body());
      assertEquals(400, decide(request, "refuse").statusCode());
    }
  }

  @Test
  void a_program_with_a_secret_proves_itself_in_the_header_or_in_the_form() {
    JsonNode made =
        json(register("{\"redirect_uris\":[\"" + REDIRECT + "\"],\"client_name\":\"Closed\"}"));
    assertEquals("client_secret_basic", made.get("token_endpoint_auth_method").stringValue());
    String id = made.get("client_id").stringValue();
    String secret = made.get("client_secret").stringValue();
    Map<String, String> open = exchange(id, allowed(id).getOrDefault("code", ""));
    assertRefused("invalid_client", 401, form("/oauth/token", open));
    String basic =
        Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    HttpRequest.Builder request =
        fixture.request("/oauth/token").header("Authorization", "Basic " + basic);
    JsonNode issued = json(form(request, open));
    assertTrue(issued.has("access_token"), issued.toString());
    Map<String, String> refresh =
        Map.of(
            "grant_type",
            "refresh_token",
            "client_id",
            id,
            "client_secret",
            secret,
            "refresh_token",
            issued.get("refresh_token").stringValue());
    assertEquals(200, form("/oauth/token", refresh).statusCode());
  }

  @Test
  void what_is_malformed_is_refused_in_the_words_of_oauth() {
    String client = program();
    assertRefused("invalid_client", 401, form("/oauth/token", Map.of("grant_type", "x")));
    assertRefused("invalid_request", 400, form("/oauth/token", Map.of("client_id", client)));
    assertRefused(
        "unsupported_grant_type",
        400,
        form("/oauth/token", Map.of("client_id", client, "grant_type", "password")));
    Map<String, String> wrong = new LinkedHashMap<>(exchange(client, "none"));
    assertRefused("invalid_grant", 400, form("/oauth/token", wrong));
    wrong.put("resource", "https://other.example");
    assertRefused("invalid_target", 400, form("/oauth/token", wrong));
    assertRefused(
        "invalid_redirect_uri", 400, register("{\"redirect_uris\":[\"http://a.example\"]}"));
    assertRefused("invalid_client_metadata", 400, register("[]"));
    assertRefused(
        "invalid_client_metadata",
        400,
        register(
            "{\"redirect_uris\":[\"" + REDIRECT + "\"],\"grant_types\":[\"client_credentials\"]}"));
    for (Map<String, String> nul :
        List.of(Map.of("client_id", "cli\0"), Map.of("client_id", client, "token", "\0"))) {
      assertEquals(400, form("/oauth/revoke", nul).statusCode());
    }
    HttpRequest.Builder basic =
        fixture
            .request("/oauth/revoke")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString("cli%00:x".getBytes(StandardCharsets.US_ASCII)));
    assertRefused("invalid_client", 401, form(basic, Map.of("token", "x")));
    HttpResponse<String> json =
        TestServer.send(
            fixture
                .request("/oauth/token")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
    assertEquals(415, json.statusCode());
  }

  // spec Rates.7
  @Test
  void ten_programs_of_a_range_are_registered_in_a_day() {
    for (int i = 0; i < 10; i++) {
      program();
    }
    HttpResponse<String> eleventh =
        register("{\"client_name\":\"One more\",\"redirect_uris\":[\"" + REDIRECT + "\"]}");
    assertEquals(429, eleventh.statusCode(), eleventh.body());
    assertTrue(eleventh.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void only_a_human_decides() {
    String client = program();
    assertEquals(401, get("/oauth/authorization?" + query(request(client))).statusCode(), "nobody");
    HttpResponse<String> key =
        fixture.call(fixture.key, "GET", "/oauth/authorization?" + query(request(client)), null);
    assertEquals("human_required", MailboxFixture.json(key).get("code").stringValue());
  }
}
