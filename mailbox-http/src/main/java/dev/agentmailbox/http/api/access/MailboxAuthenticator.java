package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.server.Authenticator;
import java.util.Optional;

/**
 * Authenticates keys and sessions against the mailbox. Nothing is cached, so revoking or
 * restricting a key takes effect with the next request. Thread safe.
 */
public final class MailboxAuthenticator implements Authenticator {
  private final Mailbox mailbox;
  private final AppOrigin origin;

  public MailboxAuthenticator(Mailbox mailbox, AppOrigin origin) {
    this.mailbox = mailbox;
    this.origin = origin;
  }

  @Override
  public Optional<Caller> withKey(KeySecret key) {
    return mailbox.accounts().authenticate(key).map(Caller.class::cast);
  }

  @Override
  public Optional<Caller> withSession(Session session) {
    Optional<Caller.Human> known =
        session.isUse()
            ? mailbox.sessions().authenticate(session.cookie())
            : mailbox.sessions().look(session.cookie());
    Optional<Caller> human = known.map(Caller.class::cast);
    if (human.isPresent() && session.changesState()) {
      origin.require(session.origin());
    }
    return human;
  }
}
