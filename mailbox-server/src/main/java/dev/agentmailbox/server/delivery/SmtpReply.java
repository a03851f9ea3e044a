package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An SMTP reply (RFC 5321 section 4.2).
 *
 * @param code from 200 to 599
 * @param lines the text of each line, without code
 */
record SmtpReply(int code, List<String> lines) {
  private static final Pattern ENHANCED = Pattern.compile("^([245]\\.\\d{1,3}\\.\\d{1,3})(?: |$)");

  /** Maximum characters kept; longer replies are truncated. */
  private static final int LINES_KEPT = 10;

  SmtpReply {
    lines = List.copyOf(lines);
  }

  boolean isPositive() {
    return code / 100 == 2;
  }

  boolean isTemporary() {
    return code / 100 == 4;
  }

  boolean isPermanent() {
    return code / 100 == 5;
  }

  /** RFC 3463; null when the server sends none. */
  @Nullable String enhanced() {
    Matcher matcher = ENHANCED.matcher(lines.get(0));
    return matcher.find() ? matcher.group(1) : null;
  }

  /** For the record of the recipient; separates the enhanced code from the text. */
  Reply forRecord() {
    List<String> texts = new ArrayList<>();
    for (String line : lines.subList(0, Math.min(LINES_KEPT, lines.size()))) {
      texts.add(ENHANCED.matcher(line).replaceFirst("").strip());
    }
    return new Reply(code, enhanced(), String.join(" ", texts));
  }
}
