package dev.agentmailbox.server.oauth;

import dev.agentmailbox.server.delivery.AccessTokens;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.entity.UrlEncodedFormEntity;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Access tokens from a token endpoint. A token is kept until shortly before its end; one caller
 * fetches, others wait for it. Access tokens are neither stored nor logged. Thread safe.
 */
public final class FetchedTokens implements AccessTokens {
  /** A token is renewed this long before its end, so that a connection can still begin with it. */
  static final Duration EARLY = Duration.ofMinutes(1);

  /** Life of a token whose answer names none. */
  static final Duration UNKNOWN_LIFE = Duration.ofMinutes(5);

  /** Pause after a failure, so that waiting mail does not repeat it. */
  static final Duration REST = Duration.ofSeconds(30);

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int MAX_ANSWER_BYTES = 64 * 1024;
  private static final int MAX_TOKEN_CHARACTERS = 8 * 1024;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final TokenGrant grant;
  private final Optional<RefreshToken> refresh;
  private final Clock clock;
  private final OutgoingHttp http = OutgoingHttp.toAnywhere();
  private @Nullable Token token;

  private Instant restsUntil = Instant.MIN;
  private String failure = "";

  private record Token(String text, Instant renewAt) {}

  /**
   * Fetches nothing yet.
   *
   * @param refresh that of the grant
   */
  public FetchedTokens(TokenGrant grant, Optional<RefreshToken> refresh, Clock clock) {
    this.grant = grant;
    this.refresh = refresh;
    this.clock = clock;
  }

  @Override
  public synchronized String current() throws IOException {
    Instant now = clock.instant();
    Token kept = token;
    if (kept != null && now.isBefore(kept.renewAt())) {
      return kept.text();
    }
    if (now.isBefore(restsUntil)) {
      throw new IOException(failure);
    }
    try {
      Token fresh = fetch(now);
      token = fresh;
      return fresh.text();
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
      restsUntil = now.plus(REST);
      throw e;
    }
  }

  @Override
  public synchronized void refused(String text) {
    if (token != null && token.text().equals(text)) {
      token = null;
    }
  }

  private Token fetch(Instant now) throws IOException {
    HttpPost post = new HttpPost(grant.tokenUrl());
    post.addHeader("Accept", "application/json");
    Optional<String> used = refresh.map(RefreshToken::current);
    post.setEntity(new UrlEncodedFormEntity(form(used)));
    OutgoingHttp.Reply reply;
    try {
      reply = http.exchange(post, LIMIT, MAX_ANSWER_BYTES);
    } catch (IOException e) {
      throw new IOException("the token endpoint cannot be reached", e);
    }
    JsonNode answer = json(reply.body());
    if (reply.status() != HttpStatus.SC_OK) {
      throw new IOException("the token endpoint answered " + reply.status() + error(answer));
    }
    String text = answer.path("access_token").asString("");
    if (text.isEmpty()
        || text.length() > MAX_TOKEN_CHARACTERS
        || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IOException("the token endpoint answered without an access token");
    }
    String renewed = answer.path("refresh_token").asString("");
    if (!renewed.isEmpty() && !used.equals(Optional.of(renewed))) {
      refresh.ifPresent(token -> token.renew(renewed));
    }
    long seconds = answer.path("expires_in").asLong(UNKNOWN_LIFE.toSeconds());
    return new Token(text, now.plusSeconds(Math.max(0, seconds)).minus(EARLY));
  }

  private List<NameValuePair> form(Optional<String> refreshToken) {
    List<NameValuePair> form = new ArrayList<>();
    form.add(
        new BasicNameValuePair(
            "grant_type", refreshToken.isPresent() ? "refresh_token" : "client_credentials"));
    refreshToken.ifPresent(token -> form.add(new BasicNameValuePair("refresh_token", token)));
    form.add(new BasicNameValuePair("client_id", grant.clientId()));
    grant.clientSecret().ifPresent(s -> form.add(new BasicNameValuePair("client_secret", s)));
    grant.scope().ifPresent(s -> form.add(new BasicNameValuePair("scope", s)));
    return form;
  }

  /** What is no JSON is an empty object. */
  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  /** The code of RFC 6749 section 5.2; its description may quote what was sent. */
  private static String error(JsonNode answer) {
    String error = answer.path("error").asString("");
    return error.matches("[a-z_]{1,64}") ? " (" + error + ")" : "";
  }

  @Override
  public void close() {
    http.close();
  }

  @Override
  public String toString() {
    return "FetchedTokens[" + grant + "]";
  }
}
