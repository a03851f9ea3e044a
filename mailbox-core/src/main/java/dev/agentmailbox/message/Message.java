package dev.agentmailbox.message;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A message of one inbox without its bodies, as lists read it; see {@link MessageBody}.
 *
 * @param id {@code msg_…}
 * @param scope the inbox it is in
 * @param threadId {@code thr_…}
 * @param mail what was received or sent
 * @param createdAt when it was stored; lists sort by (createdAt, id)
 */
public record Message(
    String id,
    Scope scope,
    String threadId,
    Set<String> labels,
    StoredMail mail,
    Instant createdAt,
    Instant updatedAt) {
  public Message {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
  }

  public String podId() {
    return scope.pod().orElseThrow();
  }

  /** The lower-case address of its inbox. */
  public String inboxId() {
    return scope.id();
  }

  public MessageHeaders headers() {
    return mail.headers();
  }

  public MessageContent content() {
    return mail.content();
  }

  public MessageOrigin origin() {
    return mail.origin();
  }

  /** The first author; null when there is none. */
  public @Nullable MailAddress author() {
    return mail.headers().author();
  }

  public @Nullable String subject() {
    return mail.headers().subject();
  }

  /** Size of the raw message in bytes. */
  public long size() {
    return mail.content().size();
  }

  public Direction direction() {
    return mail.origin().direction();
  }

  /** Held for human review: keys see metadata only. */
  public boolean isHeld() {
    return labels.contains(Label.HELD);
  }

  public int hiddenBits() {
    return Hidden.bits(labels);
  }

  /** With other labels. */
  public Message withLabels(Collection<String> changed, Instant now) {
    return new Message(id, scope, threadId, Set.copyOf(changed), mail, createdAt, now);
  }

  /** With its mail replaced, to restrict what is shown. */
  public Message withMail(StoredMail shown) {
    return new Message(id, scope, threadId, labels, shown, createdAt, updatedAt);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "Message[" + id + "]";
  }
}
