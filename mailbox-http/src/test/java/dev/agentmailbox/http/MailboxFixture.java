package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.MailboxBuilder;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.fixture.MailedCodes;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.access.MailboxAuthenticator;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.live.LiveRoutes;
import dev.agentmailbox.http.mcp.ToolRows;
import dev.agentmailbox.http.passkey.WebAuthnPasskeys;
import dev.agentmailbox.http.server.Authenticator;
import dev.agentmailbox.http.token.SigningKeys;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A mailbox in memory behind its HTTP interface, and a client that checks every answer against the
 * operation table.
 */
public final class MailboxFixture implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Where the console is served from. */
  public static final String ORIGIN = "http://localhost:8080";

  public final Mailbox mailbox;
  public final MailboxHttp http;
  public final String key;
  private final AnswerChecker checker;
  private final HttpSettings settings;
  private final Map<String, Caller.Human> humans = new ConcurrentHashMap<>();
  private final MailedCodes codes = new MailedCodes();

  private MailboxFixture(MailboxBuilder builder, UnaryOperator<HttpSettings> change) {
    mailbox = builder.passkeys(new WebAuthnPasskeys(ORIGIN)).codeWatcher(codes).build().start();
    key = keyWith(organization(), EnumSet.allOf(Permission.class));
    settings =
        change.apply(HttpSettings.at("127.0.0.1", 0, "http://localhost:8080").withRates(0, 0));
    EventWaits waits = new EventWaits(mailbox.stream());
    LiveRoutes live =
        new LiveRoutes(
            mailbox,
            SigningKeys.of(new byte[32]),
            settings.baseUrl(),
            settings.baseUrl() + "/console");
    http =
        MailboxHttp.builder(settings)
            .authenticator(new Callers())
            .quota(mailbox.dailyCalls()::take)
            .clock(mailbox.context().clock())
            .operations(Api.rows(mailbox, SigningKeys.of(new byte[32]), settings.baseUrl(), waits))
            .beta(
                () ->
                    BetaStatus.of(
                        mailbox.signUps().modes().status(),
                        settings.baseUrl() + "/console/waitlist",
                        settings.docsUrl()))
            .tools(new ToolRows(mailbox, SigningKeys.of(new byte[32]), waits).rows())
            .onStop(waits::close)
            .operations(live.rows())
            .onStop(live::close)
            .build();
    checker = new AnswerChecker(http.table());
    http.start();
  }

  /** Humans made by a test, and those who really signed in. */
  private final class Callers implements Authenticator {
    private final Authenticator real =
        new MailboxAuthenticator(mailbox, AppOrigin.of(settings.baseUrl()));

    @Override
    public Optional<Caller> withKey(KeySecret secret) {
      return real.withKey(secret);
    }

    @Override
    public Optional<Caller> withSession(Session session) {
      Caller made = humans.get(session.cookie().reveal());
      return made == null ? real.withSession(session) : Optional.of(made);
    }
  }

  /** A signed-in human; the answer is the session cookie. */
  public String signIn(Caller.Human human) {
    String cookie = "session" + humans.size();
    humans.put(cookie, human);
    return cookie;
  }

  /** A human of the organization who was verified lately. */
  public Caller.Human human(Role role) {
    return new Caller.Human("usr_1", organization(), role, role.permissions(), true, false);
  }

  public HttpSettings settings() {
    return settings;
  }

  /** One call of a human. */
  public HttpResponse<String> as(String cookie, String method, String path, @Nullable String json) {
    HttpRequest.Builder request =
        request(path).header("Cookie", MailboxHttp.sessionCookie(settings) + "=" + cookie);
    return send(body(request, method, json));
  }

  private static HttpRequest.Builder body(
      HttpRequest.Builder request, String method, @Nullable String json) {
    return json == null
        ? request.method(method, BodyPublishers.noBody())
        : request
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json));
  }

  public static MailboxFixture start() {
    return start(settings -> settings);
  }

  /** A mailbox of the test's own making. */
  public static MailboxFixture startWith(MailboxBuilder builder) {
    return startWith(builder, settings -> settings);
  }

  /** A mailbox of the test's own making behind an interface of its own making. */
  public static MailboxFixture startWith(
      MailboxBuilder builder, UnaryOperator<HttpSettings> change) {
    return new MailboxFixture(builder, change);
  }

  public static MailboxFixture start(UnaryOperator<HttpSettings> change) {
    return new MailboxFixture(Mailbox.builder(), change);
  }

  /** A key with exactly these permissions. */
  public String keyWith(Scope scope, Set<Permission> permissions) {
    KeySecret secret = KeySecret.generate(RANDOM);
    mailbox.accounts().createKey(scope, "test", secret, permissions);
    return secret.reveal();
  }

  public Scope organization() {
    return mailbox.owner().scope();
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + http.port() + path);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20));
  }

  public HttpResponse<String> get(String path) {
    return call(key, "GET", path, null);
  }

  public HttpResponse<String> post(String path, String json) {
    return call(key, "POST", path, json);
  }

  /** One call; every POST carries an idempotency key of its own. */
  public HttpResponse<String> call(
      String apiKey, String method, String path, @Nullable String json) {
    HttpRequest.Builder request =
        request(path)
            .header("Authorization", "Bearer " + apiKey)
            .header("Idempotency-Key", Long.toHexString(RANDOM.nextLong()));
    return send(body(request, method, json));
  }

  /** The code mailed to that address since the last call; waits a moment for it. */
  public String code(String email) {
    return codes.take(email);
  }

  /** Whether a code waits that nobody took. */
  public boolean hasCode(String email) {
    return codes.has(email);
  }

  /** Signs a human in with a code; the answer is the cookie as a browser sends it. */
  public String signInByCode(String email) {
    asHuman(null, "POST", "/v0/console/sign-in/code", "{\"email\":\"" + email + "\"}");
    return signInByMailedCode(email);
  }

  /** Signs a human in with the code that another call has mailed. */
  public String signInByMailedCode(String email) {
    String body = "{\"email\":\"%s\",\"code\":\"%s\"}".formatted(email, code(email));
    return cookie(asHuman(null, "POST", "/v0/console/sign-in/verify", body));
  }

  /** Signs a human in who was asked to become a member, and accepts. */
  public String joinByCode(String email) {
    String cookie = signInByCode(email);
    String path = "/v0/console/memberships/" + organization().id() + "/accept";
    HttpResponse<String> accepted = asHuman(cookie, "POST", path, "{}");
    if (accepted.statusCode() != 200) {
      throw new AssertionError(accepted.body());
    }
    return cookie;
  }

  /** The cookie that an answer sets, as a browser sends it. */
  public static String cookie(HttpResponse<String> response) {
    String header =
        response
            .headers()
            .firstValue("set-cookie")
            .orElseThrow(() -> new AssertionError(response.statusCode() + " " + response.body()));
    return header.substring(0, header.indexOf(';'));
  }

  /** One call from the console; null for no cookie. */
  public HttpResponse<String> asHuman(
      @Nullable String cookie, String method, String path, @Nullable String json) {
    HttpRequest.Builder request = request(path).header("Origin", ORIGIN);
    if (cookie != null) {
      request.header("Cookie", cookie);
    }
    return send(body(request, method, json));
  }

  /** Sends and checks the answer. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    HttpResponse<String> response = TestServer.send(request);
    if (response.headers().firstValue("x-request-id").isEmpty()) {
      throw new AssertionError("an answer without x-request-id: " + response.uri());
    }
    if (!response.request().method().equals("HEAD")) {
      checker.check(
          response.request().method(),
          response.uri().toString(),
          response.statusCode(),
          response.body());
    }
    HttpHeaders sent = response.request().headers();
    boolean ofHuman =
        sent.firstValue("Cookie").isPresent() && sent.firstValue("Authorization").isEmpty();
    if (ofHuman && response.statusCode() >= 400) {
      AnswerChecker.checkWordsForHumans(response.uri().getPath(), response.body());
    }
    return response;
  }

  public static JsonNode json(HttpResponse<String> response) {
    return TestServer.json(response);
  }

  /** The body of an answer that must be a success. */
  public static JsonNode ok(HttpResponse<String> response) {
    assertTrue(response.statusCode() < 300, response.body());
    return json(response);
  }

  public static String text(JsonNode object, String member) {
    return object.get(member).stringValue();
  }

  @Override
  public void close() {
    http.stop(Duration.ofSeconds(2));
    mailbox.close();
  }
}
