package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A person allows a program to use mail, in Chromium, and takes it back. */
class GrantBrowserIT extends ConsoleTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String REDIRECT = "http://127.0.0.1:9/callback";

  /** The pair of RFC 7636 appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  private final HttpClient http = HttpClient.newHttpClient();

  private HttpResponse<String> post(String path, String type, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
            .timeout(PATIENCE)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private JsonNode form(Map<String, String> fields) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        post("/oauth/token", "application/x-www-form-urlencoded", query(fields));
    assertEquals(200, answer.statusCode(), answer.body());
    return JsonMapper.shared().readTree(answer.body());
  }

  private int status(String token) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v0/inboxes"))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static String query(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private String program(String name) throws IOException, InterruptedException {
    String body =
        "{\"client_name\":\"%s\",\"redirect_uris\":[\"%s\"],\"token_endpoint_auth_method\":\"none\"}";
    HttpResponse<String> made =
        post("/oauth/register", "application/json", body.formatted(name, REDIRECT));
    assertEquals(201, made.statusCode(), made.body());
    return JsonMapper.shared().readTree(made.body()).path("client_id").asString();
  }

  private String authorize(String client) {
    return browser.base()
        + "/oauth/authorize?"
        + query(
            Map.of(
                "client_id", client,
                "redirect_uri", REDIRECT,
                "response_type", "code",
                "code_challenge", CHALLENGE,
                "code_challenge_method", "S256",
                "state", "s",
                "scope", "inbox_read message_read"));
  }

  /** The program's address answers inside the browser. */
  private static void listen(Page page) {
    page.route(
        REDIRECT + "*",
        route -> route.fulfill(new Route.FulfillOptions().setBody("You can close this page.")));
  }

  private static Map<String, String> answer(Page page) {
    page.waitForURL(REDIRECT + "?*");
    return Arrays.stream(URI.create(page.url()).getRawQuery().split("&"))
        .map(part -> part.split("=", 2))
        .collect(
            Collectors.toMap(
                part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_person_allows_what_they_ticked_and_takes_it_back(Screen screen)
      throws IOException, InterruptedException {
    String name = "<b>Program</b> " + screen;
    String client = program(name);
    Map<String, String> back;
    try (Page page = browser.owner(screen, "keys")) {
      listen(page);
      page.navigate(authorize(client));
      page.waitForSelector("h1:has-text(\"" + name + "\")");
      assertTrue(page.locator("main").innerText().contains("127.0.0.1"));
      browser.examine(page);
      page.click("summary");
      page.check("input[name=message_send]");
      page.uncheck("input[name=message_read]");
      page.click("button:has-text(\"Allow\")");
      back = answer(page);
    }
    assertEquals("s", back.get("state"));
    assertEquals(browser.base(), back.get("iss"));
    JsonNode issued =
        form(
            Map.of(
                "grant_type", "authorization_code",
                "client_id", client,
                "code", back.getOrDefault("code", ""),
                "code_verifier", VERIFIER,
                "redirect_uri", REDIRECT));
    assertEquals("inbox_read message_send", issued.path("scope").asString());
    String token = issued.path("access_token").asString();
    assertEquals(200, status(token));

    try (Page page = browser.owner(screen, "programs")) {
      page.waitForSelector("td:has-text(\"" + name + "\")");
      browser.examine(page);
      page.click("tr:has-text(\"" + name + "\") button:has-text(\"Revoke\")");
      page.click("dialog button:has-text(\"Revoke\")");
      page.waitForSelector("tr:has-text(\"" + name + "\") .tag:has-text(\"revoked\")");
    }
    assertEquals(401, status(token));
  }

  @Test
  void a_person_who_is_not_signed_in_signs_in_first_and_may_refuse()
      throws IOException, InterruptedException {
    String client = program("Refused");
    int before = browser.mailedCodes();
    try (Page page = browser.stranger(Screen.DESKTOP)) {
      listen(page);
      page.navigate(authorize(client));
      page.fill("input[name=email]", "owner@localhost");
      page.click("text=Send me a code");
      page.waitForSelector("input[name=code]");
      page.fill("input[name=code]", browser.mailedCode(before));
      page.click("button:has-text(\"Sign in\")");
      page.click("button:has-text(\"Refuse\")");
      Map<String, String> back = answer(page);
      assertEquals("access_denied", back.get("error"));
      assertFalse(back.containsKey("code"));
    }
  }
}
