package dev.agentmailbox.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message that lists do not read.
 *
 * @param text plain text, converted from the HTML when there was none
 * @param extractedText the new text of a reply, without quoted parts
 * @param headers by lower-case name; repeated values are joined with newlines
 * @param extracted found on receipt; null when the message was not searched, as in earlier rows
 */
public record MessageBody(
    List<MailAddress> replyTo,
    @Nullable String text,
    @Nullable String html,
    @Nullable String extractedText,
    @Nullable String extractedHtml,
    Map<String, String> headers,
    @Nullable Extracted extracted) {
  public MessageBody {
    replyTo = List.copyOf(replyTo);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** A body that has not been searched for codes and links. */
  public MessageBody(
      List<MailAddress> replyTo,
      @Nullable String text,
      @Nullable String html,
      @Nullable String extractedText,
      @Nullable String extractedHtml,
      Map<String, String> headers) {
    this(replyTo, text, html, extractedText, extractedHtml, headers, null);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MessageBody[…]";
  }
}
