package dev.agentmailbox.service.notice;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.InvisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * Text that an agent or a stranger wrote, as a notice shows it: without control, direction and
 * invisible characters, and bounded.
 */
final class ForeignText {
  private static final int MOST_LINES = 12;
  private static final int LINE_CHARACTERS = 200;

  /** What is read of a text to find its first lines. */
  private static final int READ_CHARACTERS = 8_000;

  private ForeignText() {}

  /** One line of at most that many characters; ends with an ellipsis where it was cut. */
  static String line(String text, int limit) {
    String start = text.substring(0, Math.min(text.length(), READ_CHARACTERS));
    String line = Texts.oneLine(InvisibleText.removedFrom(Texts.clean(start)), limit + 1);
    return line.length() <= limit ? line : Texts.oneLine(line, limit - 1) + "…";
  }

  /** The first lines that are not blank, each after {@code > }; empty when there is no text. */
  static String quote(String text) {
    String start = Texts.clean(text.substring(0, Math.min(text.length(), READ_CHARACTERS)));
    List<String> lines =
        start.lines().map(line -> line(line, LINE_CHARACTERS)).filter(s -> !s.isEmpty()).toList();
    List<String> shown = new ArrayList<>(lines.subList(0, Math.min(lines.size(), MOST_LINES)));
    if (shown.size() < lines.size() || text.length() > READ_CHARACTERS) {
      shown.add("…");
    }
    return shown.isEmpty() ? "" : "> " + String.join("\n> ", shown);
  }
}
