package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A mail of the service to one human that is worth little after some time. Immutable. */
public sealed interface HumanMail permits CodeMail {
  /** Null when nobody has the address: then nothing is sent, at no less cost to the caller. */
  @Nullable String email();

  /** For the log; empty when nobody has the address. */
  String userId();

  /** After which it is not tried again. */
  Instant expiresAt();

  /**
   * The mail as it leaves.
   *
   * @param appUrl where humans sign in
   */
  OutboundMail compose(String recipient, MailboxContext context, String appUrl);
}
