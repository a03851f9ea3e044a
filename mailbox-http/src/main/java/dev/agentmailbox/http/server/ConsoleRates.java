package dev.agentmailbox.http.server;

import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.TokenBuckets;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;

/**
 * Rate limits of the console (specification, Limits, Console). A network range is an IPv4 /24 or an
 * IPv6 /48. Thread safe.
 */
final class ConsoleRates {
  private static final int IN_SESSION_PER_MINUTE = 300;
  private static final int WITHOUT_SESSION_PER_MINUTE = 60;
  private static final int WITH_COOKIE_PER_MINUTE = 600;

  private final TokenBuckets<SessionCookie> inSession;
  private final TokenBuckets<AddressRange> withoutSession;
  private final TokenBuckets<AddressRange> withCookie;

  private ConsoleRates(int inSession, int withoutSession, int withCookie, Clock clock) {
    this.inSession = new TokenBuckets<>(inSession, clock);
    this.withoutSession = new TokenBuckets<>(withoutSession, clock);
    this.withCookie = new TokenBuckets<>(withCookie, clock);
  }

  static ConsoleRates usual(Clock clock) {
    return new ConsoleRates(
        IN_SESSION_PER_MINUTE, WITHOUT_SESSION_PER_MINUTE, WITH_COOKIE_PER_MINUTE, clock);
  }

  /** No limits, for load tests and trusted networks. */
  static ConsoleRates unlimited(Clock clock) {
    return new ConsoleRates(0, 0, 0, clock);
  }

  /** A request with a session cookie, before the cookie is verified. */
  void takeWithCookie(InetAddress client) {
    refuseOver(withCookie.take(AddressRange.ofNetwork(client)));
  }

  /** A console request without a session. */
  void takeWithoutSession(InetAddress client) {
    refuseOver(withoutSession.take(AddressRange.ofNetwork(client)));
  }

  /** A request of a signed-in human. */
  void takeInSession(SessionCookie session) {
    refuseOver(inSession.take(session));
  }

  private static void refuseOver(TokenBuckets.Decision rate) {
    if (!rate.allowed()) {
      throw limited(rate, "too many requests");
    }
  }

  static MailboxException limited(TokenBuckets.Decision rate, String text) {
    return MailboxException.of(ErrorCode.RATE_LIMITED, text)
        .retryAfter(Duration.ofSeconds(rate.retryAfterSeconds()));
  }
}
