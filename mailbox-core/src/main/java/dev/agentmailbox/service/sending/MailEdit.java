package dev.agentmailbox.service.sending;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a human changes of a mail that waits for approval; not validated. A field that is null stays
 * as it is; an empty one is removed.
 *
 * @param text without {@code html}, only for a mail that has no HTML
 * @param html without {@code text}, the plain text is made of it
 */
public record MailEdit(
    @Nullable List<String> to,
    @Nullable List<String> cc,
    @Nullable List<String> bcc,
    @Nullable String subject,
    @Nullable String text,
    @Nullable String html) {
  /** Omits the content. */
  @Override
  public String toString() {
    return "MailEdit";
  }
}
