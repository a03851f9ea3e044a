package dev.agentmailbox.http;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.server.Authenticator;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.service.request.IdempotencyRunner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with the test operations on a free port, and a client for it. */
public final class TestServer implements AutoCloseable {
  public static final JsonMapper JSON = JsonMapper.builder().build();
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  public final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  final Map<String, Caller> callers = new HashMap<>();
  public final AtomicInteger counted = new AtomicInteger();

  /** Times that a key was looked up. */
  public final AtomicInteger lookedUp = new AtomicInteger();

  public final TestOperations operations;
  public final MailboxHttp http;
  public final String key;

  private TestServer(UnaryOperator<HttpSettings> change) {
    MailboxContext context =
        new MailboxContext(
            new InMemoryStore(), new IdFactory(clock), clock, MailboxSettings.DEFAULT);
    operations = new TestOperations(new IdempotencyRunner(context));
    key = addKey("key_1", true);
    http =
        MailboxHttp.builder(
                change.apply(
                    HttpSettings.at("127.0.0.1", 0, "http://localhost:8080").withRates(0, 0)))
            .clock(clock)
            .authenticator(new Keys())
            .quota(scope -> counted.incrementAndGet())
            .operations(operations.rows())
            .build();
    http.start();
  }

  public static TestServer start() {
    return new TestServer(settings -> settings);
  }

  public static TestServer start(UnaryOperator<HttpSettings> change) {
    return new TestServer(change);
  }

  /** A new key with every permission; an unclaimed one has none. */
  public String addKey(String id, boolean claimed) {
    KeySecret secret = KeySecret.generate(new SecureRandom());
    Set<Permission> all = EnumSet.allOf(Permission.class);
    ApiKey stored =
        new ApiKey(
            id,
            secret.prefix(),
            secret.hash(),
            "test",
            Scope.organization("org_1"),
            all,
            !claimed,
            ApiKey.Life.since(clock.instant(), null));
    callers.put(secret.reveal(), new Caller.Key(stored, claimed));
    return secret.reveal();
  }

  private final class Keys implements Authenticator {
    @Override
    public Optional<Caller> withKey(KeySecret secret) {
      lookedUp.incrementAndGet();
      return Optional.ofNullable(callers.get(secret.reveal()));
    }

    @Override
    public Optional<Caller> withSession(Session session) {
      return session.cookie().reveal().equals("human")
          ? Optional.of(
              new Caller.Human(
                  "usr_1",
                  Scope.organization("org_1"),
                  Role.OWNER,
                  EnumSet.allOf(Permission.class),
                  true,
                  false))
          : Optional.empty();
    }
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + http.port() + path);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20));
  }

  public HttpRequest.Builder keyed(String path) {
    return request(path).header("Authorization", "Bearer " + key);
  }

  public HttpResponse<String> get(String path) {
    return send(keyed(path));
  }

  public HttpResponse<String> post(String path, String json) {
    return send(jsonPost(path, json));
  }

  public HttpRequest.Builder jsonPost(String path, String json) {
    return keyed(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  public static HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, HttpResponse.BodyHandlers.ofString());
  }

  public static <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
    try {
      return CLIENT.send(request.build(), body);
    } catch (IOException e) {
      throw new IllegalStateException("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  public static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }

  @Override
  public void close() {
    operations.slowMayEnd.countDown();
    http.stop(Duration.ofSeconds(2));
  }
}
