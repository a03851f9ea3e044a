package dev.agentmailbox.draft;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The bodies of a draft; for a forward, the note above the forwarded message. */
public record DraftBody(@Nullable String text, @Nullable String html) {
  /** UTF-8 bytes of both. */
  public long size() {
    return bytes(text) + bytes(html);
  }

  private static long bytes(@Nullable String value) {
    return value == null ? 0 : value.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "DraftBody[…]";
  }
}
