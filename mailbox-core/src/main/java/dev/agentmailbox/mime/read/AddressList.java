package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses address lists leniently (RFC 5322 section 3.4 with the obsolete forms and common errors).
 * One pass, never throws; unparsable parts are skipped and recorded as a defect.
 */
final class AddressList {
  /** Most addresses of one field name. */
  static final int MAX_ADDRESSES = 1_000;

  private static final int MAX_ADDRESS_LENGTH = 998;

  private final String text;
  private final Set<MimeDefect> defects;
  private final List<MailAddress> found = new ArrayList<>();

  /** Text outside angle brackets, unquoted: the display name. */
  private final StringBuilder phrase = new StringBuilder();

  /** Text outside angle brackets, with quotes: possibly an address. */
  private final StringBuilder bare = new StringBuilder();

  private final StringBuilder comment = new StringBuilder();
  private @Nullable StringBuilder angle;

  /** Whether {@link #bare} has an at sign. */
  private boolean hasAt;

  private int at;

  private AddressList(String text, Set<MimeDefect> defects) {
    this.text = text;
    this.defects = defects;
  }

  static List<MailAddress> parse(String text, Set<MimeDefect> defects) {
    return new AddressList(text, defects).run();
  }

  private List<MailAddress> run() {
    while (at < text.length() && found.size() < MAX_ADDRESSES) {
      char c = text.charAt(at);
      switch (c) {
        case '"' -> quoted();
        case '(' -> comment();
        case '<' -> angle();
        case ',', ';' -> {
          at++;
          finish();
        }
        case ':' -> {
          at++;
          startGroup();
        }
        default -> {
          at++;
          phrase.append(c);
          bare.append(c);
          hasAt |= c == '@';
        }
      }
    }
    if (at < text.length()) {
      defects.add(MimeDefect.BAD_ADDRESS);
    } else {
      finish();
    }
    return found;
  }

  private void startGroup() {
    if (hasAt) {
      phrase.append(':');
      bare.append(':');
      return;
    }
    reset();
  }

  private void quoted() {
    bare.append('"');
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        bare.append(c);
        c = text.charAt(at++);
      }
      bare.append(c);
      phrase.append(c);
      hasAt |= c == '@';
    }
    at++;
    bare.append('"');
  }

  private void comment() {
    int depth = 0;
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
    } while (depth > 0 && at < text.length());
  }

  private void angle() {
    StringBuilder content = new StringBuilder();
    at++;
    boolean quote = false;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        quote = !quote;
      } else if (c == '\\' && quote && at < text.length()) {
        content.append(c);
        c = text.charAt(at++);
      } else if (c == '>' && !quote) {
        break;
      }
      if (quote || !Character.isWhitespace(c)) {
        content.append(c);
      }
    }
    // The last one wins; an earlier one was part of a name.
    angle = content;
  }

  private void finish() {
    String name = EncodedWords.decode(collapse(phrase.toString()));
    if (angle != null) {
      add(name, withoutRoute(angle.toString()));
    } else if (!bare.toString().isBlank()) {
      addBare(collapse(bare.toString()));
    }
    reset();
  }

  private void addBare(String words) {
    if (words.indexOf(' ') < 0 || words.startsWith("\"")) {
      add("", words);
      return;
    }
    // "Some Name some@example.com", without the brackets.
    for (String word : words.split(" ", -1)) {
      if (word.indexOf('@') > 0) {
        add(EncodedWords.decode(collapse(words.replace(word, ""))), word);
        return;
      }
    }
    defects.add(MimeDefect.BAD_ADDRESS);
  }

  private void add(String name, String address) {
    String clean = Texts.oneHeaderLine(address);
    if (clean.isEmpty()) {
      return;
    }
    if (clean.length() > MAX_ADDRESS_LENGTH) {
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

  /** Removes a source route (RFC 822): {@code <@a,@b:user@c>}. */
  private static String withoutRoute(String content) {
    int colon = content.startsWith("@") ? content.indexOf(':') : -1;
    return content.substring(colon + 1);
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
    comment.setLength(0);
    angle = null;
  }
}
