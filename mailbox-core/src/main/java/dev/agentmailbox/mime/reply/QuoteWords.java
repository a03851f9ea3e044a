package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.ResourceLines;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The words mail programs write around a quoted message, in all languages at once, as {@link
 * PlainLine} writes them. The data is {@code languages.txt}.
 */
final class QuoteWords {
  /** Longest label. */
  static final int MAX_LABEL = 26;

  private static final int MESSAGE_COLUMN = 9;

  /** What a line of a header block says. */
  enum Label {
    FROM,
    SENT,
    DATE,
    TO,
    SUBJECT,
    OTHER
  }

  /** Labels before a colon. A word may be different labels in different languages. */
  static final Map<String, Set<Label>> LABELS = new HashMap<>();

  /** Verbs of the author, such as "wrote". */
  static final Set<String> VERBS = new HashSet<>();

  /** Verbs in scripts without spaces, which may be joined to the author. */
  static final List<String> ENDINGS = new ArrayList<>();

  /** Starts of a header, before its date, by first word and each followed by a space. */
  static final Map<String, List<String>> INTROS = new HashMap<>();

  /** Text of lines such as {@code -----Original Message-----}. */
  static final Set<String> MESSAGE_LINES = new HashSet<>();

  /** Lines about a device, by first character; those that begin with the device, by a star. */
  static final Map<Character, List<DeviceLine>> DEVICE_LINES = new HashMap<>();

  static final Set<String> DEVICES = new HashSet<>();
  static final Set<String> AROUND_DEVICES = new HashSet<>();

  static {
    ResourceLines.of(QuoteWords.class, "languages.txt").forEach(QuoteWords::row);
  }

  /** Text before and after the name of a device. */
  record DeviceLine(String before, String after) {
    /** What stands for the device, or empty if this is another line. */
    String device(String line) {
      return line.length() > before.length() + after.length()
              && line.startsWith(before)
              && line.endsWith(after)
          ? line.substring(before.length(), line.length() - after.length())
          : "";
    }
  }

  private QuoteWords() {}

  private static void row(String line) {
    String[] columns = line.split("\\|", -1);
    switch (columns[0].strip()) {
      case "DEVICES" -> DEVICES.addAll(words(columns[1]));
      case "AROUND" -> AROUND_DEVICES.addAll(words(columns[1]));
      default -> language(columns);
    }
  }

  private static void language(String[] columns) {
    int column = 1;
    for (Label label : Label.values()) {
      for (String word : words(columns[column++])) {
        LABELS.computeIfAbsent(word, any -> EnumSet.noneOf(Label.class)).add(label);
      }
    }
    for (String verb : words(columns[column++])) {
      VERBS.add(verb);
      if (!separatesWords(verb)) {
        ENDINGS.add(verb);
      }
    }
    for (String intro : words(columns[column])) {
      String first = intro.substring(0, (intro + ' ').indexOf(' '));
      INTROS.computeIfAbsent(first, any -> new ArrayList<>()).add(intro + ' ');
    }
    MESSAGE_LINES.addAll(words(columns[MESSAGE_COLUMN]));
    for (String device : words(columns[MESSAGE_COLUMN + 1])) {
      int star = device.indexOf('*');
      DEVICE_LINES
          .computeIfAbsent(device.charAt(0), any -> new ArrayList<>())
          .add(new DeviceLine(device.substring(0, star), device.substring(star + 1)));
    }
  }

  private static boolean separatesWords(String word) {
    Character.UnicodeScript script = Character.UnicodeScript.of(word.codePointAt(0));
    return switch (script) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, THAI, KHMER -> false;
      default -> true;
    };
  }

  private static List<String> words(String column) {
    List<String> words = new ArrayList<>();
    for (String word : column.split(";", -1)) {
      String text = word.strip();
      if (!text.isEmpty()) {
        words.add(PlainLine.letters(text).toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  /** What a line says as part of a header block; empty for another line. */
  static Set<Label> labels(String line) {
    int colon = colon(line);
    if (colon <= 0) {
      return Set.of();
    }
    String label = line.substring(0, colon).replace("*", "").strip();
    return LABELS.getOrDefault(label, Set.of());
  }

  /** Where the label of a line ends, or -1. */
  static int colon(String line) {
    int colon = line.indexOf(':');
    if (colon >= 0) {
      return colon <= MAX_LABEL ? colon : -1;
    }
    // A row of a table: "| From | Ann |".
    int bar = line.indexOf(" | ");
    return bar <= MAX_LABEL ? bar + (bar < 0 ? 0 : 1) : -1;
  }
}
