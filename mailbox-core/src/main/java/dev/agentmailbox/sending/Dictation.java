package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The source of a recipient or a link that an inbox knows only from mail from outside.
 *
 * @param name the recipient in lower case, or the registrable domain of the link
 * @param messageId newest message that names it; null when only a message with more names than are
 *     noted may name it, or one of another inbox does
 * @param threadId its thread
 * @param from author of that message; null when it has none
 * @param receivedAt when it was received
 */
public record Dictation(
    Kind kind,
    String name,
    @Nullable String messageId,
    @Nullable String threadId,
    @Nullable String from,
    @Nullable Instant receivedAt) {
  /** What was dictated. */
  public enum Kind {
    /** A recipient. */
    RECIPIENT,
    /** The domain of a link. */
    LINK
  }

  /** The name of a recipient or of a link; null for the other kind. */
  public @Nullable String name(Kind wanted) {
    return kind == wanted ? name : null;
  }
}
