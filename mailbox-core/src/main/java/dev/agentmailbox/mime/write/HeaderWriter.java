package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.Texts;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Writes folded ASCII header fields (RFC 5322 section 2.2.3, RFC 2047). Values must have been
 * checked for control characters. Not thread safe.
 */
final class HeaderWriter {
  private static final String CRLF = "\r\n";

  /** Recommended line length (RFC 5322 section 2.1.1). */
  private static final int LINE = 78;

  /** Longer words are encoded, because encoded words can be folded. */
  private static final int MAX_PLAIN_WORD = 60;

  /** UTF-8 bytes per encoded word, within the limit of 75 characters. */
  private static final int ENCODED_WORD_BYTES = 42;

  private static final String ATOM_SPECIALS = "()<>[]:;@\\,.\"";

  private final StringBuilder out = new StringBuilder();
  private final List<String> names = new ArrayList<>();

  /** Names of the fields written, in order. */
  List<String> names() {
    return names;
  }

  /** All fields with their line ends. */
  String text() {
    return out.toString();
  }

  /** Writes free text, such as a subject. */
  void unstructured(String name, String value) {
    write(name, isPlain(value) ? List.of(value.split(" ", -1)) : encodedWords(value));
  }

  void addresses(String name, List<MailAddress> addresses) {
    List<String> atoms = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      MailAddress address = addresses.get(i);
      String comma = i + 1 < addresses.size() ? "," : "";
      String display = address.name();
      if (display == null || display.isBlank()) {
        atoms.add(address.address() + comma);
      } else {
        atoms.addAll(phrase(display.strip()));
        atoms.add("<" + address.address() + ">" + comma);
      }
    }
    write(name, atoms);
  }

  /** Writes words unencoded, such as message ids and parameters. */
  void words(String name, List<String> words) {
    write(name, words);
  }

  private void write(String name, List<String> atoms) {
    names.add(name);
    out.append(name).append(':');
    int column = name.length() + 1;
    boolean first = true;
    for (String atom : atoms) {
      if (!first && column + 1 + atom.length() > LINE) {
        out.append(CRLF);
        column = 0;
      }
      out.append(' ').append(atom);
      column += 1 + atom.length();
      first = false;
    }
    out.append(CRLF);
  }

  private static boolean isPlain(String value) {
    return isPrintableAscii(value)
        && !value.startsWith(" ")
        && !value.endsWith(" ")
        && !value.contains("  ")
        && !value.contains("=?")
        // Some parsers take a backslash before a fold for a quoted line break.
        && !value.contains("\\ ")
        && hasShortWords(value);
  }

  private static boolean hasShortWords(String value) {
    int length = 0;
    for (int i = 0; i < value.length(); i++) {
      length = value.charAt(i) == ' ' ? 0 : length + 1;
      if (length > MAX_PLAIN_WORD) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPrintableAscii(String value) {
    return value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  private static List<String> phrase(String name) {
    if (!isPlain(name)) {
      return encodedWords(name);
    }
    if (name.chars().noneMatch(c -> ATOM_SPECIALS.indexOf(c) >= 0)) {
      return List.of(name.split(" ", -1));
    }
    if (name.length() > MAX_PLAIN_WORD) {
      return encodedWords(name);
    }
    return List.of('"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
  }

  /** Encodes text without splitting characters; decoders drop the folds between the words. */
  static List<String> encodedWords(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int bytes = 0;
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      int length = Texts.utf8Length(point);
      if (bytes + length > ENCODED_WORD_BYTES) {
        words.add(encodedWord(word));
        word.setLength(0);
        bytes = 0;
      }
      boolean lone = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
      word.appendCodePoint(lone ? 0xFFFD : point);
      bytes += length;
      i += Character.charCount(point);
    }
    words.add(encodedWord(word));
    return words;
  }

  private static String encodedWord(StringBuilder text) {
    byte[] utf8 = Texts.utf8(text.toString());
    return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(utf8) + "?=";
  }
}
