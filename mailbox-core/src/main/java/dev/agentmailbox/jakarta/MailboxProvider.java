package dev.agentmailbox.jakarta;

import jakarta.mail.Provider;

/** Registers {@link MailboxTransport} with Jakarta Mail by the service loader. */
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
