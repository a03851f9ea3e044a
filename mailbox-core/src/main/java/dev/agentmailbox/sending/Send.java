package dev.agentmailbox.sending;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One accepted send and its outcome. What it was made of never changes: scope, origin and mail.
 * State, recipients, findings and times do, through {@link #change}.
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

  /** Present when the thread exists: at once for a reply, else from the hand-over on. */
  public @Nullable String threadId() {
    return state.threadId();
  }

  /** The outbound copy; present from the first hand-over on. */
  public @Nullable String messageId() {
    return state.messageId();
  }

  /** Hand-overs tried. */
  public int attempts() {
    return state.attempts();
  }

  /** Why it waits; null when it does not. */
  public @Nullable String deferredReason() {
    return state.deferredReason();
  }

  public Instant createdAt() {
    return times.createdAt();
  }

  /** Whether one of its recipients may get, or got, the mail twice. */
  public boolean resent() {
    return recipients.stream().anyMatch(recipient -> recipient.state().resent());
  }

  public Optional<String> thread() {
    return Optional.ofNullable(state.threadId());
  }

  /** A builder that starts with this send's values. */
  public SendBuilder change() {
    return new SendBuilder(this);
  }

  /** The same send, looked at by the outbox at another time; null for never. */
  public Send dueAt(@Nullable Instant time) {
    return new Send(
        id, scope, origin, state, recipients, findings, mail, times.withNextAttempt(time));
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "Send[" + id + " " + status() + "]";
  }
}
