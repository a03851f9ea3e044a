package dev.agentmailbox.service.message;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text in the forms in which addresses and hosts may be spelled: as it is, and with {@code at}
 * and {@code dot} in words or brackets, blanks, invisible characters, entities and tags resolved.
 * Everything is in lower case and takes time linear in the length of the text.
 *
 * @param source of an HTML document, which has the targets of links; otherwise empty
 * @param text what a reader sees
 * @param whole false when it is longer than what is read
 */
record SpelledText(Set<String> source, Set<String> text, boolean whole) {
  /** What is read of each text, in UTF-16 code units. */
  static final int MAX_CHARACTERS = 256 * 1024;

  private static final int MAX_TAG_CHARACTERS = 2000;
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|(commat|period|sol|colon|nbsp|shy));?");

  /** The forms of a plain text. */
  static SpelledText ofText(String text) {
    String read = cut(text);
    Set<String> forms = forms(read);
    if (hasHumpBesideAt(read)) {
      forms.addAll(forms(humpsAsBlanks(read)));
    }
    return new SpelledText(Set.of(), forms, text.length() <= MAX_CHARACTERS);
  }

  /** The forms of an HTML document; its tags separate words, or only hide that they are one. */
  static SpelledText ofHtml(String html) {
    String source = entities(cut(html).toLowerCase(Locale.ROOT).replace("%40", "@"));
    Set<String> text = forms(withoutTags(source, " "));
    text.addAll(forms(withoutTags(source, "")));
    return new SpelledText(forms(source), text, html.length() <= MAX_CHARACTERS);
  }

  private static String cut(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }

  private static Set<String> forms(String text) {
    String open = AddressSpelling.withoutBrackets(plain(text));
    String loose = AddressSpelling.withoutBlanks(open);
    Set<String> forms = new LinkedHashSet<>();
    forms.add(open);
    forms.add(loose);
    forms.add(AddressSpelling.withoutComma(loose));
    return forms;
  }

  /** In compatibility form, in lower case, without invisible characters. */
  private static String plain(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (isAscii(lower)) {
      return lower;
    }
    String composed = Normalizer.normalize(lower, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder plain = new StringBuilder(composed.length());
    for (int i = 0; i < composed.length(); ) {
      int letter = composed.codePointAt(i);
      i += Character.charCount(letter);
      if (letter < 0x80) {
        plain.append((char) letter);
      } else if (letter == 0x3002 || letter == 0xff61) {
        // Full stops that browsers treat as a dot (RFC 3490 section 3.1).
        plain.append('.');
      } else if (!isInvisible(letter)) {
        plain.appendCodePoint(letter);
      }
    }
    return plain.toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInvisible(int letter) {
    return letter == 0x34f
        || letter == 0x115f
        || letter == 0x1160
        || letter == 0x3164
        || Character.getType(letter) == Character.FORMAT;
  }

  /** Whether a word that touches an {@code @} has an upper-case letter behind a lower-case one. */
  private static boolean hasHumpBesideAt(String text) {
    int end = 0;
    for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', end)) {
      int start = at;
      while (start > end && !Character.isWhitespace(text.charAt(start - 1))) {
        start--;
      }
      end = at + 1;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      for (int i = start + 1; i < end; i++) {
        if (isHump(text, i)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Where a word ends in text without blanks. */
  private static boolean isHump(String text, int i) {
    return Character.isUpperCase(text.charAt(i)) && Character.isLowerCase(text.charAt(i - 1));
  }

  private static String humpsAsBlanks(String text) {
    StringBuilder blanks = new StringBuilder(text.length() + 16).append(text.charAt(0));
    for (int i = 1; i < text.length(); i++) {
      if (isHump(text, i)) {
        blanks.append(' ');
      }
      blanks.append(text.charAt(i));
    }
    return blanks.toString();
  }

  private static String withoutTags(String html, String replacement) {
    StringBuilder text = new StringBuilder(html.length());
    int copied = 0;
    for (int open = html.indexOf('<'); open >= 0; ) {
      int end = open + 1;
      int limit = Math.min(html.length(), end + MAX_TAG_CHARACTERS + 1);
      while (end < limit && html.charAt(end) != '<' && html.charAt(end) != '>') {
        end++;
      }
      if (end < limit && html.charAt(end) == '>') {
        text.append(html, copied, open).append(replacement);
        copied = end + 1;
      }
      open = html.indexOf('<', end);
    }
    return text.append(html, copied, html.length()).toString();
  }

  private static String entities(String html) {
    int next = html.indexOf('&');
    if (next < 0) {
      return html;
    }
    Matcher entity = ENTITY.matcher(html);
    StringBuilder plain = new StringBuilder(html.length());
    int copied = 0;
    while (next >= 0) {
      if (entity.region(next, html.length()).lookingAt()) {
        plain.append(html, copied, next).append(character(entity));
        copied = entity.end();
      }
      next = html.indexOf('&', next + 1);
    }
    return plain.append(html, copied, html.length()).toString();
  }

  private static String character(Matcher entity) {
    String decimal = entity.group(1);
    String hexadecimal = entity.group(2);
    String name = entity.group(3);
    if (name != null) {
      return switch (name) {
        case "commat" -> "@";
        case "period" -> ".";
        case "sol" -> "/";
        case "colon" -> ":";
        case "shy" -> "\u00ad";
        default -> " ";
      };
    }
    int code = decimal == null ? Integer.parseInt(hexadecimal, 16) : Integer.parseInt(decimal);
    return Character.isValidCodePoint(code) ? Character.toString(code) : " ";
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SpelledText[…]";
  }
}
