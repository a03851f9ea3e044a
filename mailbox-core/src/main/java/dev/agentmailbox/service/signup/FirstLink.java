package dev.agentmailbox.service.signup;

import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.access.Sessions.Factor;
import dev.agentmailbox.service.access.SignedIn;
import dev.agentmailbox.service.account.Accounts;
import dev.agentmailbox.service.account.Members;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The sign-in link printed at first start: signs the first human in once, before outbound mail
 * works. Thread safe.
 */
public final class FirstLink {
  /** Lifetime of the link. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  /** Setting with the hash of the link's secret and its expiry in epoch milliseconds. */
  private static final String SETTING = "first_link";

  private final MailboxContext context;
  private final Sessions sessions;
  private final SecureRandom random = new SecureRandom();

  public FirstLink(MailboxContext context, Sessions sessions) {
    this.context = context;
    this.sessions = sessions;
  }

  /** Creates the link's secret, replacing a former one; to be shown once. */
  public SessionCookie make() {
    SessionCookie secret = SessionCookie.generate(random);
    long expiresAt = context.now().plus(LIFETIME).toEpochMilli();
    return context.write(
        tx -> {
          tx.settings().put(SETTING, secret.hash() + " " + expiresAt);
          return secret;
        });
  }

  /**
   * Signs the first human in and invalidates the link.
   *
   * @throws MailboxException {@code unauthorized} for a wrong, used or expired link alike
   */
  public SignedIn redeem(SessionCookie secret) {
    Instant now = context.now();
    return context
        .write(tx -> redeemIn(tx, secret, now))
        .orElseThrow(
            () -> MailboxException.of(ErrorCode.UNAUTHORIZED, "the link is no longer valid"));
  }

  private Optional<SignedIn> redeemIn(StoreTransaction tx, SessionCookie secret, Instant now) {
    if (!opens(tx, secret, now)) {
      return Optional.empty();
    }
    // Of two concurrent requests the second finds the link used.
    Accounts.lockFirstStart(tx);
    if (!opens(tx, secret, now)) {
      return Optional.empty();
    }
    tx.settings().remove(SETTING);
    return Members.firstOwner(tx)
        .filter(Human::isActive)
        .map(h -> sessions.open(tx, h, Factor.LINK, now));
  }

  private static boolean opens(StoreTransaction tx, SessionCookie secret, Instant now) {
    String[] known = tx.settings().get(SETTING).orElse(" 0").split(" ", -1);
    return secret.matches(known[0]) && now.isBefore(Instant.ofEpochMilli(Long.parseLong(known[1])));
  }
}
