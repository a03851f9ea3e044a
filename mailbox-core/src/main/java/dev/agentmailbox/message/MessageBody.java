package dev.agentmailbox.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What only a reader of one message sees.
 *
 * @param text plain text, made from the HTML when there was none
 * @param extractedText the new part of a reply
 * @param headers lower-case names; repeated values joined with newline
 */
public record MessageBody(
    List<MailAddress> replyTo,
    @Nullable String text,
    @Nullable String html,
    @Nullable String extractedText,
    @Nullable String extractedHtml,
    Map<String, String> headers) {
  public MessageBody {
    replyTo = List.copyOf(replyTo);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "MessageBody[…]";
  }
}
