package dev.agentmailbox.server.oauth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FetchedTokensIT {
  private static final String ONE =
      "{\"access_token\":\"one\",\"expires_in\":3600,\"token_type\":\"Bearer\"}";

  private static final String SUCCESSOR =
      "{\"access_token\":\"one\",\"refresh_token\":\"%s\",\"expires_in\":3600}";

  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  private final InMemoryStore store = new InMemoryStore();
  private Vault vault = Vault.ofThisProcess();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String answer = ONE;
  private HttpServer endpoint;

  @BeforeEach
  void start() throws IOException {
    endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endpoint.createContext("/token", this::answer);
    endpoint.start();
  }

  @AfterEach
  void stop() {
    endpoint.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private FetchedTokens tokens(Optional<String> secret, Optional<String> refresh) {
    URI url = URI.create("http://127.0.0.1:" + endpoint.getAddress().getPort() + "/token");
    TokenGrant grant = new TokenGrant(url, "client", secret, refresh, Optional.of("mail offline"));
    return new FetchedTokens(grant, RefreshToken.of(store, vault, grant), clock);
  }

  private FetchedTokens tokens() {
    return tokens(Optional.of("s&cret"), Optional.empty());
  }

  @Test
  void client_credentials_are_a_grant() throws IOException {
    try (FetchedTokens tokens = tokens()) {
      assertEquals("one", tokens.current());
    }
    assertEquals(
        List.of(
            "grant_type=client_credentials&client_id=client&client_secret=s%26cret"
                + "&scope=mail+offline"),
        asked);
  }

  @Test
  void a_refresh_token_is_a_grant_and_its_successor_is_used_next() throws IOException {
    try (FetchedTokens tokens = tokens(Optional.empty(), Optional.of("first"))) {
      answer = "{\"access_token\":\"one\",\"refresh_token\":\"second\",\"expires_in\":3600}";
      assertEquals("one", tokens.current());
      tokens.refused("one");
      assertEquals("one", tokens.current());
    }
    assertEquals(
        List.of(
            "grant_type=refresh_token&refresh_token=first&client_id=client&scope=mail+offline",
            "grant_type=refresh_token&refresh_token=second&client_id=client&scope=mail+offline"),
        asked);
  }

  private void renew(String configured, String successor) throws IOException {
    answer = SUCCESSOR.formatted(successor);
    try (FetchedTokens tokens = tokens(Optional.empty(), Optional.of(configured))) {
      assertEquals("one", tokens.current());
    }
  }

  private String used() {
    Matcher token = Pattern.compile("refresh_token=(\\w+)&").matcher(asked.get(asked.size() - 1));
    assertTrue(token.find());
    return token.group(1);
  }

  @Test
  void a_restart_uses_the_successor_of_the_refresh_token() throws IOException {
    renew("first", "second");
    assertEquals("first", used());
    renew("first", "third");
    assertEquals("second", used());
    renew("first", "third");
    assertEquals("third", used());
  }

  @Test
  void another_server_of_the_store_uses_the_successor_at_once() throws IOException {
    try (FetchedTokens other = tokens(Optional.empty(), Optional.of("first"))) {
      renew("first", "second");
      assertEquals("one", other.current());
      assertEquals("second", used());
    }
  }

  @Test
  void a_changed_setting_is_used_instead_of_the_successor_of_another() throws IOException {
    renew("first", "second");
    renew("other", "fourth");
    assertEquals("other", used());
    renew("other", "fifth");
    assertEquals("fourth", used());
  }

  @Test
  void with_another_master_key_the_setting_is_used() throws IOException {
    renew("first", "second");
    vault = Vault.ofThisProcess();
    renew("first", "third");
    assertEquals("first", used());
  }

  @Test
  void the_successor_is_stored_sealed() throws IOException {
    renew("first", "second");
    String kept = store.read(tx -> tx.settings().get("relay_refresh_token")).orElseThrow();
    assertFalse(kept.contains("second"), kept);
    assertFalse(kept.contains("first"), kept);
  }

  @Test
  void a_token_is_kept_until_a_minute_before_its_end() throws IOException {
    try (FetchedTokens tokens = tokens()) {
      String unused = tokens.current();
      clock.advance(Duration.ofHours(1).minus(FetchedTokens.EARLY).minusMillis(1));
      assertEquals("one", tokens.current());
      assertEquals(1, asked.size());
      answer = ONE.replace("one", "two");
      clock.advance(Duration.ofMillis(1));
      assertEquals("two", tokens.current());
      assertEquals(2, asked.size());
    }
  }

  @Test
  void only_the_refused_token_is_dropped() throws IOException {
    try (FetchedTokens tokens = tokens()) {
      String unused = tokens.current();
      tokens.refused("another");
      assertEquals("one", tokens.current());
      assertEquals(1, asked.size());
    }
  }

  @Test
  void a_failure_is_told_without_secrets_and_not_repeated_at_once() throws IOException {
    status = 400;
    answer = "{\"error\":\"invalid_client\",\"error_description\":\"s&cret is wrong\"}";
    try (FetchedTokens tokens = tokens()) {
      assertEquals("the token endpoint answered 400 (invalid_client)", failure(tokens));
      clock.advance(FetchedTokens.REST.minusMillis(1));
      assertEquals("the token endpoint answered 400 (invalid_client)", failure(tokens));
      assertEquals(1, asked.size());
      status = 200;
      answer = ONE;
      clock.advance(Duration.ofMillis(1));
      assertEquals("one", tokens.current());
      assertFalse(tokens.toString().contains("s&cret"), tokens.toString());
    }
  }

  private static String failure(FetchedTokens tokens) {
    return String.valueOf(assertThrows(IOException.class, tokens::current).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json",
        "[]",
        "{\"access_token\":\"\"}",
        "{\"access_token\":\"with blank\"}",
        "{\"access_token\":\"two\\r\\nlines\"}"
      })
  void an_answer_without_a_usable_token_is_a_failure(String body) {
    answer = body;
    try (FetchedTokens tokens = tokens()) {
      String failure = failure(tokens);
      assertTrue(failure.contains("without an access token"), failure);
    }
  }
}
