package dev.agentmailbox.sending;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a human changed of a mail before approving it.
 *
 * @param scope the inbox of the send
 * @param originalHash SHA-256 of the message as its author had it composed
 * @param by id of the human
 * @param changes in the order of {@link Field}, at least one
 */
public record SendEdit(
    String sendId, Scope scope, String originalHash, String by, Instant at, List<Change> changes) {
  public SendEdit {
    changes = List.copyOf(changes);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SendEdit[" + sendId + ", " + changes.size() + " changes]";
  }

  /**
   * One changed field.
   *
   * @param before null when there was none; recipients are separated by comma and space
   * @param after likewise
   */
  public record Change(Field field, @Nullable String before, @Nullable String after) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Change[" + field + "]";
    }
  }

  /** A field that a human may change. */
  public enum Field {
    TO,
    CC,
    BCC,
    SUBJECT,
    TEXT,
    HTML;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
