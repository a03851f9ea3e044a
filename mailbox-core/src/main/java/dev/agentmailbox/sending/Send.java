package dev.agentmailbox.sending;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One accepted send and its outcome. Scope and origin are immutable; the rest is changed with
 * {@link #change}.
 *
 * @param id {@code out_…}
 * @param scope the inbox it is sent from
 */
public record Send(
    String id,
    Scope scope,
    SendOrigin origin,
    SendState state,
    List<SendRecipient> recipients,
    SendFindings findings,
    ComposedMail mail,
    SendTimes times) {
  public Send {
    recipients = List.copyOf(recipients);
  }

  /** The lower-case address of the inbox it is sent from. */
  public String inboxId() {
    return scope.id();
  }

  public SendStatus status() {
    return state.status();
  }

  /** Null until the thread exists: set at submission for a reply, else at the first hand-over. */
  public @Nullable String threadId() {
    return state.threadId();
  }

  /** The outbound copy; null before the first hand-over. */
  public @Nullable String messageId() {
    return state.messageId();
  }

  /** How its approval ended; empty for none or while pending. */
  public Optional<Approval.Decision> decision() {
    return Optional.ofNullable(state.decision());
  }

  /** Delivery attempts made. */
  public int attempts() {
    return state.attempts();
  }

  /** Why it is deferred; null when it is not. */
  public @Nullable String deferredReason() {
    return state.deferredReason();
  }

  public Instant createdAt() {
    return times.createdAt();
  }

  /** Recipients that have not reached an end. */
  public List<SendRecipient> open() {
    return recipients.stream().filter(r -> r.status() == RecipientStatus.PENDING).toList();
  }

  /** Whether the mail was, or may have been, accepted for any recipient. */
  public boolean mayHaveReachedSomebody() {
    return times.handedOverAt() != null
        || times.sentAt() != null
        || recipients.stream().anyMatch(SendRecipient::unanswered);
  }

  /** Whether any recipient may receive the mail twice. */
  public boolean resent() {
    return recipients.stream().anyMatch(recipient -> recipient.state().resent());
  }

  /** Whether the mail of a recipient was captured instead of sent. */
  public boolean captured() {
    return recipients.stream().anyMatch(one -> SendRecipient.CAPTURED.equals(one.detail()));
  }

  public Optional<String> thread() {
    return Optional.ofNullable(state.threadId());
  }

  /** A builder initialized from this send. */
  public SendBuilder change() {
    return new SendBuilder(this);
  }

  /** This send with another {@code nextAttemptAt}; null for none. */
  public Send dueAt(@Nullable Instant time) {
    return new Send(
        id, scope, origin, state, recipients, findings, mail, times.withNextAttempt(time));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "Send[" + id + " " + status() + "]";
  }
}
