package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.read.HeaderValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Values of header fields in ASCII, folded (RFC 5322 section 2.2.3, RFC 2047, RFC 2231). What is
 * given must have been checked for control characters. Jakarta Mail has the same, but folds and
 * encodes as system properties of the process say, and cannot encode words that are ASCII.
 */
final class HeaderValues {
  private static final String FOLD = "\r\n ";

  /** Recommended line length (RFC 5322 section 2.1.1). */
  private static final int LINE = 78;

  /** UTF-8 bytes per encoded word, within the limit of 75 characters. */
  private static final int ENCODED_WORD_BYTES = 42;

  /**
   * Text that no reader could take for something else: no encoded words, no backslash before a
   * fold, which some take for a quoted line break, no long words, which cannot be folded.
   */
  private static final Pattern PLAIN =
      Pattern.compile("(?!.*(?:=\\?|\\\\ ))[!-~]{1,60}+(?: [!-~]{1,60}+)*+|");

  private static final Pattern SPECIALS = Pattern.compile("[()<>\\[\\]:;@\\\\,.\"]");
  private static final Pattern SHORT_PARAMETER = Pattern.compile("[ -~]{0,60}");

  /** A piece of a parameter; octets are not split. */
  private static final Pattern PIECE = Pattern.compile("(?:%..|[^%]){1,20}");

  private HeaderValues() {}

  /** Free text, such as a subject. */
  static String text(String name, String value) {
    return folded(name, words(value));
  }

  static String addresses(String name, List<MailAddress> addresses) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      MailAddress address = addresses.get(i);
      String comma = i + 1 < addresses.size() ? "," : "";
      String display = address.name();
      if (display == null || display.isBlank()) {
        words.add(address.address() + comma);
      } else {
        words.addAll(phrase(display.strip()));
        words.add("<" + address.address() + ">" + comma);
      }
    }
    return folded(name, words);
  }

  /** Words that are written as they are, a line ending only between them. */
  static String folded(String name, List<String> words) {
    StringBuilder value = new StringBuilder();
    int column = name.length() + 1;
    for (String word : words) {
      boolean fits = value.isEmpty() || column + 1 + word.length() <= LINE;
      column = (fits ? column : 0) + 1 + word.length();
      value.append(value.isEmpty() ? "" : fits ? " " : FOLD).append(word);
    }
    return value.toString();
  }

  /** A parameter after a value; with RFC 2231 continuations if it is long or not ASCII. */
  static String parameter(String name, String value) {
    String start = ";" + FOLD + name;
    if (SHORT_PARAMETER.matcher(value).matches()) {
      return start + "=\"" + HeaderValue.escaped(value) + "\"";
    }
    String octets = URLEncoder.encode(value, StandardCharsets.UTF_8);
    List<String> pieces =
        PIECE
            .matcher(octets.replace("+", "%20").replace("*", "%2A"))
            .results()
            .map(MatchResult::group)
            .toList();
    StringBuilder parameter = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      parameter.append(start).append(pieces.size() == 1 ? "*=" : "*" + i + "*=");
      parameter.append(i == 0 ? "UTF-8''" : "").append(pieces.get(i));
    }
    return parameter.toString();
  }

  private static List<String> words(String text) {
    return PLAIN.matcher(text).matches() ? List.of(text.split(" ", -1)) : encodedWords(text);
  }

  private static List<String> phrase(String name) {
    boolean plain = PLAIN.matcher(name).matches();
    if (!plain || !SPECIALS.matcher(name).find()) {
      return words(name);
    }
    return SHORT_PARAMETER.matcher(name).matches()
        ? List.of('"' + HeaderValue.escaped(name) + '"')
        : encodedWords(name);
  }

  /** Decoders drop the folds between the words. */
  private static List<String> encodedWords(String text) {
    String clean = Texts.clean(text);
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < clean.length()) {
      int end = Math.min(clean.length(), at + ENCODED_WORD_BYTES);
      String piece = Texts.cutToBytes(clean.substring(at, end), ENCODED_WORD_BYTES);
      words.add("=?UTF-8?B?" + Base64.getEncoder().encodeToString(Texts.utf8(piece)) + "?=");
      at += piece.length();
    }
    return words;
  }
}
