package dev.agentmailbox.service.message;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
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

  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\u034f\\u115f\\u1160\\u3164]");

  /** Full stops that browsers treat as a dot (RFC 3490 section 3.1). */
  private static final Pattern OTHER_STOPS = Pattern.compile("[\\u3002\\uff61]");

  private static final Pattern BRACKETED_AT =
      Pattern.compile("[\\[({<]\\s{0,3}(?:at|@)\\s{0,3}[\\])}>]");
  private static final Pattern BRACKETED_DOT =
      Pattern.compile("[\\[({<]\\s{0,3}(?:dot|punkt|point|\\.)\\s{0,3}[\\])}>]");
  private static final Pattern SPACED_AT = Pattern.compile("\\s{1,3}(?:at|@)\\s{1,3}|[-_]at[-_]");
  private static final Pattern SPACED_DOT =
      Pattern.compile("\\s{1,3}(?:dot|\\.)\\s{1,3}|[-_]dot[-_]");

  /** A comma where the dot of a domain should be. */
  private static final Pattern COMMA_IN_DOMAIN =
      Pattern.compile(",(?<=@[a-z0-9-]{1,63},)(?=[a-z]{2})");

  /** Where a word ends in text without blanks. */
  private static final Pattern HUMP = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");

  private static final Pattern AT_BESIDE_BLANK = Pattern.compile("\\s{1,3}@|@\\s{1,3}");
  private static final Pattern TAG = Pattern.compile("<[^<>]{0,2000}>");
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|(commat|period|sol|colon|nbsp|shy));?");
  private static final Pattern PERCENT_AT = Pattern.compile("%40");

  /** The forms of a plain text. */
  static SpelledText ofText(String text) {
    String read = cut(text);
    Set<String> forms = forms(read);
    if (read.indexOf('@') >= 0 && HUMP.matcher(read).find()) {
      forms.addAll(forms(HUMP.matcher(read).replaceAll(" ")));
    }
    return new SpelledText(Set.of(), forms, text.length() <= MAX_CHARACTERS);
  }

  /** The forms of an HTML document; its tags separate words, or only hide that they are one. */
  static SpelledText ofHtml(String html) {
    String source =
        entities(PERCENT_AT.matcher(cut(html).toLowerCase(Locale.ROOT)).replaceAll("@"));
    Set<String> text = forms(TAG.matcher(source).replaceAll(" "));
    text.addAll(forms(TAG.matcher(source).replaceAll("")));
    return new SpelledText(forms(source), text, html.length() <= MAX_CHARACTERS);
  }

  private static String cut(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }

  private static Set<String> forms(String text) {
    String plain = plain(text);
    String open =
        BRACKETED_DOT.matcher(BRACKETED_AT.matcher(plain).replaceAll("@")).replaceAll(".");
    Set<String> forms = new LinkedHashSet<>();
    forms.add(open);
    String loose =
        AT_BESIDE_BLANK
            .matcher(SPACED_DOT.matcher(SPACED_AT.matcher(open).replaceAll("@")).replaceAll("."))
            .replaceAll("@");
    forms.add(loose);
    forms.add(COMMA_IN_DOMAIN.matcher(loose).replaceAll("."));
    return forms;
  }

  /** In compatibility form, in lower case, without invisible characters. */
  private static String plain(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.chars().allMatch(c -> c < 0x80)) {
      return lower;
    }
    String composed = Normalizer.normalize(lower, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return OTHER_STOPS.matcher(INVISIBLE.matcher(composed).replaceAll("")).replaceAll(".");
  }

  private static String entities(String html) {
    if (html.indexOf('&') < 0) {
      return html;
    }
    return ENTITY
        .matcher(html)
        .replaceAll(
            found -> {
              int code =
                  found.group(1) != null
                      ? Integer.parseInt(found.group(1))
                      : found.group(2) != null
                          ? Integer.parseInt(found.group(2), 16)
                          : switch (found.group(3)) {
                            case "commat" -> '@';
                            case "period" -> '.';
                            case "sol" -> '/';
                            case "colon" -> ':';
                            case "shy" -> '\u00ad';
                            default -> ' ';
                          };
              boolean plain = Character.isValidCodePoint(code) && code != '\\' && code != '$';
              return plain ? Character.toString(code) : " ";
            });
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SpelledText[…]";
  }
}
