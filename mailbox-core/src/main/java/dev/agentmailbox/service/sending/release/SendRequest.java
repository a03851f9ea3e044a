package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A mail that is to be released: composed, or with what refuses it.
 *
 * @param inbox sending inbox; of a new mail, read before the write transaction
 * @param reach what its author can read
 * @param recipients each address once, in the order To, Cc, Bcc; of an accepted send those that it
 *     has not reached
 * @param threadId the thread it joins; null for a new thread
 * @param sendAt scheduled time; null for immediately
 * @param mail its bytes; their size is an estimate when it was not composed
 */
public record SendRequest(
    Inbox inbox,
    Scope reach,
    SendOrigin origin,
    List<Recipient> recipients,
    @Nullable String threadId,
    @Nullable Instant sendAt,
    ComposedMail mail,
    Evidence evidence) {
  /** Most bytes of a message, including encoding: 5 MiB. */
  public static final long MAX_BYTES = 5L << 20;

  // spec Sizes.3
  public static final int MAX_ATTACHMENTS = 32;

  public SendRequest {
    recipients = List.copyOf(recipients);
  }

  /** An accepted send, whose content was checked before. */
  static SendRequest of(Inbox inbox, Send send) {
    return new SendRequest(
        inbox,
        inbox.scope(),
        send.origin(),
        send.open().stream().map(SendRecipient::recipient).toList(),
        send.threadId(),
        send.times().sendAt(),
        send.mail(),
        Evidence.flagged(send.findings().flags()));
  }

  /** Addresses of the recipients in lower case, for comparison. */
  Set<String> addresses() {
    return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SendRequest[" + origin.kind() + " to " + recipients.size() + "]";
  }
}
