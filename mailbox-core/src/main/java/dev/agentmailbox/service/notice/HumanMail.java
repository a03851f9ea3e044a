package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A short-lived mail from the service to one human. Immutable. */
public sealed interface HumanMail permits CodeMail {
  /** Null when no account has the address; then nothing is sent, in the same time. */
  @Nullable String email();

  /** For the log; empty when no account has the address. */
  String userId();

  /** No attempt is made after this. */
  Instant expiresAt();

  /**
   * Composes the mail.
   *
   * @param appUrl base URL of the console
   */
  OutboundMail compose(String recipient, MailboxContext context, String appUrl);
}
