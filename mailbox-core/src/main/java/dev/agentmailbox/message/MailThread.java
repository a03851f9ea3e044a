package dev.agentmailbox.message;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Set;

/**
 * A conversation in one inbox. Lists sort by (lastAt, id), in the same order whether or not the
 * caller sees hidden messages.
 *
 * @param id {@code thr_…}
 * @param scope the inbox it is in
 * @param locked whether a human has taken over the thread
 */
public record MailThread(
    String id,
    Scope scope,
    boolean locked,
    ThreadSummary summary,
    Instant createdAt,
    Instant updatedAt) {
  public String podId() {
    return scope.pod().orElseThrow();
  }

  /** The lower-case address of its inbox. */
  public String inboxId() {
    return scope.id();
  }

  public Set<String> labels() {
    return summary.labels();
  }

  public int hiddenBits() {
    return summary.hiddenBits();
  }

  public Instant lastAt() {
    return summary.activity().lastAt();
  }

  public ThreadContent content() {
    return summary.content();
  }

  public ThreadActivity activity() {
    return summary.activity();
  }

  public MailThread asLocked(Instant now) {
    return new MailThread(id, scope, true, summary, createdAt, now);
  }

  public MailThread asUnlocked(Instant now) {
    return new MailThread(id, scope, false, summary, createdAt, now);
  }

  public MailThread withSummary(ThreadSummary changed, Instant now) {
    return new MailThread(id, scope, locked, changed, createdAt, now);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MailThread[" + id + "]";
  }
}
