package dev.agentmailbox.draft;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What only a reader of one draft sees; of a draft that passes a message on, the note above it. */
public record DraftBody(@Nullable String text, @Nullable String html) {
  /** Bytes of both in UTF-8. */
  public long size() {
    return bytes(text) + bytes(html);
  }

  private static long bytes(@Nullable String value) {
    return value == null ? 0 : value.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "DraftBody[…]";
  }
}
