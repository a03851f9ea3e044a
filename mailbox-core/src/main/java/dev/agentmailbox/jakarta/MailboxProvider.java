package dev.agentmailbox.jakarta;

import jakarta.mail.Provider;

/** Makes {@link MailboxTransport} known to every session, through the service loader. */
public final class MailboxProvider extends Provider {
  /** For the service loader. */
  public MailboxProvider() {
    super(
        Type.TRANSPORT,
        MailboxTransport.PROTOCOL,
        MailboxTransport.class.getName(),
        "Agent Mailbox",
        null);
  }
}
