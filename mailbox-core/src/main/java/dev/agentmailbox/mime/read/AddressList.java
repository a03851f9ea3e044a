package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.CanonicalAddress;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads address fields leniently (RFC 5322 section 3.4 with the obsolete forms and common errors),
 * and notes whether any reader would see anything else. One pass, never throws; unparsable parts
 * are skipped and recorded as a defect.
 */
final class AddressList {
  /** Most addresses of one field name. */
  static final int MAX_ADDRESSES = 1_000;

  private static final int MAX_ADDRESS_LENGTH = 998;

  /** Full-width and small at signs, which look like one and which some readers take for one. */
  private static final Pattern FOREIGN_AT = Pattern.compile("[\uff20\ufe6b]");

  /** An address without comments, routes and inner blanks; more than ASCII (RFC 6532). */
  private static final Pattern PLAIN =
      Pattern.compile(
          "[ \\t]*+(?:[^\\s\"(),:;<>@\\[\\]\\\\\\p{Cntrl}]++"
              + "|\"[^\"\\\\\\p{Cntrl}]*+(?:\\\\[^\\p{Cntrl}][^\"\\\\\\p{Cntrl}]*+)*+\")"
              + "@[^\\s\"(),:;<>@\\\\\\p{Cntrl}]++(?<!\\.)[ \\t]*+");

  private final String text;
  private final Set<MimeDefect> defects;
  private final List<MailAddress> found = new ArrayList<>();

  /** Text outside angle brackets, unquoted: the display name. */
  private final StringBuilder phrase = new StringBuilder();

  /** Text outside angle brackets, with quotes: possibly an address. A line is a word. */
  private final StringBuilder bare = new StringBuilder();

  private final StringBuilder comment = new StringBuilder();

  /** Words ended by a comma: part of the next name, or addresses without a domain. */
  private final List<String> words = new ArrayList<>();

  private @Nullable StringBuilder angle;

  /** Whether {@link #bare} has an at sign outside quotes. */
  private boolean hasAt;

  /** Whether blanks or a comment end a word of {@link #bare}. */
  private boolean wordEnded;

  /** Whether an address outside angle brackets has been put together from several words. */
  private boolean joined;

  /** Whether every reader agrees with what was read. */
  private boolean exact = true;

  private int at;

  private AddressList(String text, Set<MimeDefect> defects) {
    this.text = text;
    this.defects = defects;
  }

  static List<MailAddress> parse(String text, Set<MimeDefect> defects) {
    return new AddressList(text, defects).run();
  }

  /** Reads From; the defects say whether it names one author, the same for every reader. */
  static List<MailAddress> authors(String text, Set<MimeDefect> defects) {
    AddressList list = new AddressList(text, defects);
    List<MailAddress> authors = list.run();
    if (!text.isEmpty() && (authors.size() != 1 || !list.exact)) {
      defects.add(MimeDefect.UNCLEAR_AUTHOR);
    }
    return authors;
  }

  /** Adds everything in the text that looks like the domain of an address, in lower case. */
  static void domains(String text, Set<String> domains) {
    String plain = FOREIGN_AT.matcher(text).replaceAll("@");
    for (int from = plain.indexOf('@'); from >= 0; from = plain.indexOf('@', from + 1)) {
      int end = from + 1;
      while (end < plain.length() && isInDomain(plain.charAt(end))) {
        end++;
      }
      if (end > from + 1) {
        domains.add(
            CanonicalAddress.domain(plain.substring(from + 1, end)).toLowerCase(Locale.ROOT));
      }
    }
  }

  private static boolean isInDomain(char c) {
    return Character.isLetterOrDigit(c) || "-_.\u3002\uff0e\uff61".indexOf(c) >= 0;
  }

  private List<MailAddress> run() {
    read();
    boolean none = found.stream().noneMatch(read -> read.address().indexOf('@') >= 0);
    String decoded = none ? Texts.oneHeaderLine(EncodedWords.decode(text)) : text;
    if (none && decoded.indexOf('@') >= 0 && !decoded.equals(text)) {
      // Some senders encode the address together with the name.
      exact = false;
      AddressList again = new AddressList(decoded, defects);
      again.read();
      return again.found;
    }
    return found;
  }

  private void read() {
    while (at < text.length() && found.size() < MAX_ADDRESSES) {
      char c = text.charAt(at);
      switch (c) {
        case '"' -> quoted();
        case '(' -> comment();
        case '<' -> angle();
        case ',', ';' -> {
          at++;
          exact = false;
          finish();
        }
        case ':' -> {
          at++;
          startGroup();
        }
        default -> {
          at++;
          append(c);
        }
      }
    }
    if (at < text.length()) {
      defects.add(MimeDefect.BAD_ADDRESS);
    } else {
      finish();
    }
    if (!words.isEmpty()) {
      defects.add(MimeDefect.BAD_ADDRESS);
    }
    if (words.size() == 1 || found.isEmpty()) {
      // A mailbox of the sender's own host, without a domain.
      words.stream().filter(word -> word.indexOf(' ') < 0).forEach(word -> add("", word));
    }
  }

  private void append(char c) {
    if (c == '>') {
      exact = false;
      return;
    }
    phrase.append(c);
    if (Character.isWhitespace(c)) {
      exact &= c == ' ' || c == '\t';
      wordEnded = true;
      return;
    }
    exact &= angle == null && "[]\\".indexOf(c) < 0 && !Character.isISOControl(c);
    startWord(c);
    bare.append(c);
    hasAt |= c == '@';
  }

  /** Blanks around an at sign, and around the dots beside it, are part of no word. */
  private void startWord(char c) {
    if (wordEnded && bare.length() > 0) {
      char last = bare.charAt(bare.length() - 1);
      joined = true;
      if (c != '@' && c != '.' && last != '@' && !(last == '.' && hasAt)) {
        bare.append('\n');
      }
    }
    wordEnded = false;
  }

  private void startGroup() {
    exact = false;
    if (hasAt) {
      phrase.append(':');
      bare.append(':');
      return;
    }
    reset();
    words.clear();
  }

  private void quoted() {
    exact &= angle == null;
    startWord('"');
    bare.append('"');
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        bare.append(c);
        c = text.charAt(at++);
      }
      exact &= !Character.isISOControl(c);
      bare.append(c);
      phrase.append(c);
    }
    exact &= at < text.length();
    at++;
    bare.append('"');
  }

  private void comment() {
    int depth = 0;
    comment.append(' ');
    do {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        comment.append(text.charAt(at++));
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else {
        comment.append(c);
      }
      exact &= depth < 2 && !Character.isISOControl(c);
    } while (depth > 0 && at < text.length());
    exact &= depth == 0;
    joined |= bare.length() == 0;
    wordEnded = true;
  }

  private void angle() {
    exact &= angle == null && !hasAt;
    int start = ++at;
    StringBuilder content = new StringBuilder();
    boolean quote = false;
    boolean sign = false;
    boolean open = true;
    while (at < text.length() && open) {
      char c = text.charAt(at++);
      if (!quote && c == '(') {
        at--;
        comment();
      } else if (!quote && c == '>') {
        open = false;
      } else if (!quote && (c == '<' || (c == ':' && !sign))) {
        // After a source route (RFC 822), a scheme such as mailto, or a second bracket.
        content.setLength(0);
        sign = false;
      } else if (!quote && c == ',' && sign) {
        // One pair of brackets around several addresses.
        add("", content.toString());
        content.setLength(0);
        sign = false;
      } else if (c == '\\' && quote && at < text.length()) {
        content.append(c).append(text.charAt(at++));
      } else if (quote || !Character.isWhitespace(c)) {
        quote ^= c == '"';
        sign |= c == '@' && !quote && content.length() > 0 && content.charAt(0) != '@';
        content.append(c);
      }
    }
    exact &= !open && isPlain(text.substring(start, at - 1));
    // The last one wins; an earlier one was part of a name.
    angle = content;
  }

  private static boolean isPlain(CharSequence address) {
    return address.length() <= MAX_ADDRESS_LENGTH && PLAIN.matcher(address).matches();
  }

  private void finish() {
    if (angle != null) {
      addWords();
      add(EncodedWords.decode(String.join(", ", words)), angle.toString());
      words.clear();
    } else if (bare.length() > 0) {
      addBare();
    }
    reset();
  }

  private void addBare() {
    String written = FOREIGN_AT.matcher(bare).replaceAll("@");
    exact &= !joined && isPlain(bare);
    String dotted = written.replace(".\n", ".");
    String[] parts = (dotted.indexOf('\n') < 0 ? dotted : written).split("\n", -1);
    for (String word : parts) {
      // "Some Name some@example.com", without the brackets.
      if (word.lastIndexOf('@') > Math.max(0, word.lastIndexOf('"'))) {
        words.clear();
        String rest = parts.length == 1 ? "" : collapse(phrase.toString().replace(word, ""));
        add(EncodedWords.decode(rest), word);
        return;
      }
    }
    addWords();
  }

  private void addWords() {
    String collapsed = collapse(phrase.toString());
    if (!collapsed.isEmpty()) {
      words.add(collapsed);
    }
  }

  private void add(String name, String address) {
    String decoded = address.indexOf('@') < 0 ? EncodedWords.decode(address) : address;
    String clean = Texts.oneHeaderLine(decoded);
    if (clean.indexOf('@') < 0) {
      clean = FOREIGN_AT.matcher(clean).replaceAll("@");
    }
    if (clean.isEmpty()) {
      return;
    }
    if (clean.length() > MAX_ADDRESS_LENGTH || found.size() == MAX_ADDRESSES) {
      defects.add(MimeDefect.BAD_ADDRESS);
      return;
    }
    if (clean.indexOf('@') < 0) {
      defects.add(MimeDefect.BAD_ADDRESS);
    }
    String shown = Texts.oneHeaderLine(name);
    if (shown.isEmpty()) {
      shown = Texts.oneHeaderLine(EncodedWords.decode(collapse(comment.toString())));
    }
    found.add(new MailAddress(shown.isEmpty() ? null : shown, clean));
  }

  private static String collapse(String words) {
    StringBuilder out = new StringBuilder(words.length());
    boolean space = false;
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (Character.isWhitespace(c)) {
        space = out.length() > 0;
      } else {
        if (space) {
          out.append(' ');
          space = false;
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  private void reset() {
    phrase.setLength(0);
    bare.setLength(0);
    hasAt = false;
    wordEnded = false;
    joined = false;
    comment.setLength(0);
    angle = null;
  }
}
