package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.reply.QuoteWords.DeviceLine;
import java.util.List;
import java.util.regex.Pattern;

/** Detects signatures and the lines of repeated characters that may precede them. */
final class Signatures {
  /** A longer line is a sentence, not a device signature. */
  private static final int MAX_DEVICE_LINE = 120;

  private static final int MAX_DEVICE_WORDS = 12;

  /** Most words of the name of a mail program that is followed by its link. */
  private static final int MAX_PROGRAM_WORDS = 3;

  /** Longest line and most words of a name at the start of a signature. */
  private static final int MAX_NAME = 40;

  private static final int MAX_NAME_WORDS = 5;

  private static final int MAX_CONTACT = 80;

  /** Longest name of a model with a letter in it. */
  private static final int MAX_MODEL = 5;

  private static final Pattern DASHES = Pattern.compile("\\s{0,3}(?:--|__|—|––)\\s*");
  private static final Pattern RULE = Pattern.compile("\\s{0,3}_{3,}\\s*");
  private static final Pattern ORNAMENT =
      Pattern.compile("\\s{0,3}(?:-{3,}|={3,}|\\*{3,}|#{3,}|~{3,}|\\+{3,})\\s*");

  /** A link or a list of addresses after a name. */
  private static final Pattern LINK =
      Pattern.compile("[<(\\[]?(?:https?://|www\\.)[^\\s<>]{1,200}|[<(\\[]?mailto:\\S{1,200}");

  private static final Pattern LIST_FOOTER =
      Pattern.compile("mailing.?list|listinfo|unsubscribe|liste de diffusion|lista de correo");

  private Signatures() {}

  /** A cheap pre-check: whether the line may consist of repeated characters. */
  static boolean mayBeDrawn(String line) {
    String drawn = line.stripLeading();
    return !drawn.isEmpty() && "-_=*#~+\u2014\u2013".indexOf(drawn.charAt(0)) >= 0;
  }

  /** The {@code -- } line of RFC 3676 section 4.3 and variants. */
  static boolean isDelimiter(String line) {
    return DASHES.matcher(line).matches();
  }

  /** A line of underscores, as lists and clients insert before their text. */
  static boolean isRule(String line) {
    return RULE.matcher(line).matches();
  }

  /** A line of another repeated character. */
  static boolean isOrnament(String line) {
    return ORNAMENT.matcher(line).matches();
  }

  /** Whether this may be the first line of a signature: a name, and no sentence or setting. */
  static boolean isName(String line) {
    String text = line.strip();
    return !text.isEmpty()
        && text.length() <= MAX_NAME
        && !Character.isLowerCase(text.charAt(0))
        && Character.isLetter(text.codePointAt(0))
        && text.chars().noneMatch(c -> Character.isDigit(c) || ".:;!?。：".indexOf(c) >= 0)
        && text.split(" ", MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
  }

  /** Whether this is a name with an address, as in the first line of a signature. */
  static boolean isNameWithAddress(String line) {
    return line.length() <= MAX_CONTACT
        && line.indexOf('@') > 0
        && Character.isUpperCase(line.codePointAt(0))
        && ".:!?".indexOf(line.charAt(line.length() - 1)) < 0;
  }

  /** Whether the line is one that a mailing list adds. */
  static boolean isListFooter(String plain) {
    return LIST_FOOTER.matcher(plain).find();
  }

  /**
   * A line that a device or client adds about itself, as {@link PlainLine} writes it. All of it
   * must be such a line: a sentence about something that was sent is not one.
   */
  static boolean isDevice(String plain) {
    if (plain.isEmpty() || plain.length() > MAX_DEVICE_LINE) {
      return false;
    }
    String rest = Texts.trimmed(plain, "<([*_- ", "");
    String line = (rest.indexOf('[') < 0 ? rest : rest.replace('[', ' ').replace(']', ' ')).strip();
    if (line.isEmpty()) {
      return false;
    }
    return isDevice(line, line.charAt(0)) || isDevice(line, '*');
  }

  private static boolean isDevice(String line, char start) {
    String whole = strip(line);
    String unlinked = null;
    for (DeviceLine known : QuoteWords.DEVICE_LINES.getOrDefault(start, List.of())) {
      if (!line.startsWith(known.before())) {
        continue;
      }
      if (unlinked == null && known.after().isEmpty()) {
        unlinked = withoutLink(line);
      }
      String device = known.device(unlinked != null && known.after().isEmpty() ? unlinked : whole);
      if (!device.isEmpty() && (namesDevice(device) || isLinkedProgram(line, device, known))) {
        return true;
      }
    }
    return false;
  }

  private static String withoutLink(String line) {
    boolean linked = line.contains("://") || line.contains("www.") || line.contains("mailto:");
    return strip(linked ? LINK.matcher(line).replaceAll(" ") : line);
  }

  private static String strip(String line) {
    return Texts.trimmed(line, "", " .>)]*_");
  }

  private static boolean isLinkedProgram(String line, String device, DeviceLine known) {
    return known.before().startsWith("sent ")
        && (line.contains("<http") || line.contains("(http"))
        && device.strip().split(" ", MAX_PROGRAM_WORDS + 1).length <= MAX_PROGRAM_WORDS;
  }

  /** Whether the words are those of a device or a mail program, with nothing else. */
  private static boolean namesDevice(String text) {
    boolean named = false;
    String[] words = text.strip().split("[ .,™®()]+", MAX_DEVICE_WORDS + 1);
    if (words.length > MAX_DEVICE_WORDS) {
      return false;
    }
    for (String word : words) {
      boolean device = QuoteWords.DEVICES.contains(word);
      boolean other = QuoteWords.AROUND_DEVICES.contains(word) || isModel(word);
      if (!device && !other) {
        return false;
      }
      named |= device;
    }
    return named;
  }

  /** A model such as {@code S21} or {@code 15}. */
  private static boolean isModel(String word) {
    boolean number = word.chars().allMatch(Character::isDigit);
    return word.length() <= (number ? 2 : MAX_MODEL) && PlainLine.hasDigit(word);
  }
}
