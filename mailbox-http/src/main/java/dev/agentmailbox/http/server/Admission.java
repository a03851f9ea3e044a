package dev.agentmailbox.http.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.TokenBuckets;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Trait;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.Cookie;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.time.Duration;
import java.util.Optional;

/**
 * Authentication, rate limits and access rules: everything before the request itself is read, in
 * the order of decisions section 1 rule 8. Thread safe.
 */
final class Admission {
  private static final String BEARER = "Bearer ";

  /** Number of recently valid keys remembered, and for how long after their last use. */
  private static final int MAX_GOOD_KEYS = 10_000;

  private static final Duration GOOD_FOR = Duration.ofMinutes(10);

  /** Sent by the console on timer requests, which do not extend the session. */
  private static final HttpString REFRESH = new HttpString("X-Console-Refresh");

  private static final String TIMER = "timer";

  private final Authenticator authenticator;
  private final CallQuota quota;
  private final TokenBuckets<String> keyRate;
  private final TokenBuckets<AddressRange> addressRate;
  private final ConsoleRates rates;
  private final String sessionCookie;

  /** Hashes of recently valid keys; only exempts them from the limit on guessing. */
  private final Cache<String, Boolean> goodLately =
      Caffeine.newBuilder().maximumSize(MAX_GOOD_KEYS).expireAfterAccess(GOOD_FOR).build();

  Admission(
      Authenticator authenticator,
      CallQuota quota,
      TokenBuckets<String> keyRate,
      TokenBuckets<AddressRange> addressRate,
      ConsoleRates rates,
      String sessionCookie) {
    this.authenticator = authenticator;
    this.quota = quota;
    this.keyRate = keyRate;
    this.addressRate = addressRate;
    this.rates = rates;
    this.sessionCookie = sessionCookie;
  }

  /** Charges a request without a key to its address; does not block. */
  void checkAddress(HttpServerExchange exchange, RequestState state) {
    Operation operation = state.route().operation();
    if (operation.access() == AccessRule.FILE) {
      return;
    }
    boolean isPublic = operation.access().isPublic();
    boolean withKey = exchange.getRequestHeaders().contains(Headers.AUTHORIZATION);
    boolean withSession = !withKey && sessionCookie(exchange).isPresent();
    state.ofHuman = withSession || operation.is(Trait.OF_CONSOLE);
    if (!isPublic && withKey) {
      return;
    }
    if (!isPublic && withSession) {
      rates.takeWithCookie(state.client());
    } else {
      takeWithoutSession(state);
    }
  }

  private void takeWithoutSession(RequestState state) {
    takeAddress(state);
    if (state.route().operation().is(Trait.OF_CONSOLE)) {
      rates.takeWithoutSession(state.client());
    }
  }

  private void takeAddress(RequestState state) {
    requireAllowed(addressRate.take(AddressRange.ofCaller(state.client())));
  }

  /** Authenticates and applies the checks that depend on the caller only; may block. */
  void admit(HttpServerExchange exchange, RequestState state) {
    Operation operation = state.route().operation();
    if (operation.access().isPublic()) {
      operation.refusal().ifPresent(Admission::refuse);
      return;
    }
    Caller caller = authenticate(exchange, state);
    state.caller = caller;
    if (caller instanceof Caller.Key key) {
      admitKey(operation, key, state);
    } else if (operation.access() == AccessRule.KEY) {
      throw agentsOnly();
    } else if (caller instanceof Caller.Human human
        && !human.isMember()
        && !operation.is(Trait.OPEN_TO_EVERY_HUMAN)) {
      throw MailboxException.of(
          ErrorCode.ACCOUNT_INACTIVE,
          "no active organization: the account belongs to none, or has to choose one of"
              + " several");
    }
    operation.refusal().ifPresent(Admission::refuse);
  }

  private void admitKey(Operation operation, Caller.Key key, RequestState state) {
    takeCall(key, state);
    if (!key.claimed() && !operation.is(Trait.OPEN_BEFORE_CLAIM)) {
      throw MailboxException.of(
          ErrorCode.CLAIM_REQUIRED, "the inbox must be claimed by a human first");
    }
    if (operation.access() == AccessRule.HUMAN) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED, "only a human can do this, in the console");
    }
  }

  private void takeCall(Caller.Key key, RequestState state) {
    if (keyRate.isOn()) {
      TokenBuckets.Decision rate = keyRate.take(key.id());
      state.keyRate = rate;
      if (!rate.allowed()) {
        throw ConsoleRates.limited(rate, "too many requests with this key");
      }
    }
    quota.take(key.scope());
  }

  /** Counts the calls of a batch beyond its first; may block. */
  void takeFurther(RequestState state, int calls) {
    if (state.caller instanceof Caller.Key key) {
      for (int i = 0; i < calls; i++) {
        takeCall(key, state);
      }
    }
  }

  private Caller authenticate(HttpServerExchange exchange, RequestState state) {
    HeaderValues authorization = exchange.getRequestHeaders().get(Headers.AUTHORIZATION);
    if (authorization == null) {
      return withSession(exchange, state)
          .orElseThrow(
              () ->
                  unauthorized(
                      state.route().operation(),
                      state.ofHuman ? "you are not signed in" : "an API key is required"));
    }
    Optional<Caller> caller =
        authorization.size() == 1
            ? bearer(authorization.getFirst()).flatMap(secret -> withKey(secret, state))
            : Optional.empty();
    if (caller.isEmpty()) {
      // A wrong key counts as a request without a key.
      takeAddress(state);
      throw unauthorized(state.route().operation(), "the API key is not valid");
    }
    return caller.get();
  }

  /**
   * Looks up a key in the store. When the address has used up its guesses, only recently valid keys
   * are looked up, so that callers who share an address with an attacker are not locked out.
   */
  private Optional<Caller> withKey(KeySecret secret, RequestState state) {
    String hash = secret.hash();
    if (goodLately.getIfPresent(hash) == null) {
      requireAllowed(addressRate.ask(AddressRange.ofCaller(state.client())));
    }
    Optional<Caller> caller = authenticator.withKey(secret);
    if (caller.isPresent()) {
      goodLately.put(hash, true);
    } else {
      goodLately.invalidate(hash);
    }
    return caller;
  }

  private static void requireAllowed(TokenBuckets.Decision rate) {
    if (!rate.allowed()) {
      throw ConsoleRates.limited(rate, "too many requests from this address");
    }
  }

  private Optional<Caller> withSession(HttpServerExchange exchange, RequestState state) {
    Optional<SessionCookie> cookie = sessionCookie(exchange);
    if (cookie.isEmpty()) {
      return Optional.empty();
    }
    boolean changesState =
        !exchange.getRequestMethod().equals(Methods.GET)
            && !exchange.getRequestMethod().equals(Methods.HEAD);
    Optional<Caller> human =
        authenticator.withSession(
            new Authenticator.Session(
                cookie.get(),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst(Headers.ORIGIN)),
                changesState,
                !isByTimer(exchange.getRequestHeaders())));
    if (human.isEmpty()) {
      // A wrong cookie counts as a request without a session.
      takeWithoutSession(state);
      return human;
    }
    rates.takeInSession(cookie.get());
    state.session = cookie.get();
    return human;
  }

  /** Browsers reconnect WebSockets on their own, and cannot mark them as such. */
  private static boolean isByTimer(HeaderMap headers) {
    return TIMER.equals(headers.getFirst(REFRESH)) || SocketUpgrade.isUpgradeRequest(headers);
  }

  private Optional<SessionCookie> sessionCookie(HttpServerExchange exchange) {
    if (!exchange.getRequestHeaders().contains(Headers.COOKIE)) {
      return Optional.empty();
    }
    Cookie cookie = exchange.getRequestCookie(sessionCookie);
    return Optional.ofNullable(cookie == null ? null : cookie.getValue()).map(SessionCookie::new);
  }

  private static Optional<KeySecret> bearer(String header) {
    return isBearer(header)
        ? KeySecret.parse(header.substring(BEARER.length()).trim())
        : Optional.empty();
  }

  private static boolean isBearer(String header) {
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length());
  }

  /** Whether the request carries a key, right or wrong. */
  static boolean hasKey(HttpServerExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst(Headers.AUTHORIZATION);
    return header != null && isBearer(header);
  }

  private static MailboxException unauthorized(Operation operation, String text) {
    MailboxException refusal = MailboxException.of(ErrorCode.UNAUTHORIZED, text);
    return operation
        .challenge()
        .map(challenge -> refusal.with("human_message", challenge.humanMessage()))
        .orElse(refusal);
  }

  /** Refuses a human what only an agent does. */
  static MailboxException agentsOnly() {
    return MailboxException.of(
            ErrorCode.MISSING_PERMISSION, "only an agent can call this operation")
        .fixedBy("Leave this to the agent; people use the console.");
  }

  private static void refuse(MailboxException refusal) {
    throw refusal;
  }
}
