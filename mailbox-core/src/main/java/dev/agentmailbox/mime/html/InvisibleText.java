package dev.agentmailbox.mime.html;

/**
 * Characters invisible to humans but not to language models: format characters, variation selectors
 * that do not follow an emoji, and fillers (Unicode, Default_Ignorable_Code_Point).
 */
public final class InvisibleText {
  private static final int KEYCAP = 0x20e3;

  private InvisibleText() {}

  /** Removes invisible characters; returns the same object when there are none. */
  public static String removedFrom(String text) {
    int first = 0;
    while (first < text.length() && text.charAt(first) < 0x80) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int before = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int next = i + Character.charCount(point);
      if (!isInvisible(point) || isPartOfEmoji(text, before, point, next)) {
        out.appendCodePoint(point);
      }
      before = point;
      i = next;
    }
    return out.length() == text.length() ? text : out.toString();
  }

  /** Whether the character is invisible. */
  public static boolean isInvisible(int point) {
    return point >= 0x80
        && (Character.getType(point) == Character.FORMAT
            || isVariationSelector(point)
            || point == 0x034f // combining grapheme joiner
            || point == 0x115f // fillers of Hangul
            || point == 0x1160
            || point == 0x3164
            || point == 0xffa0
            || point == 0x17b4 // inherent vowels of Khmer
            || point == 0x17b5
            || (point >= 0x2060 && point <= 0x206f)
            || (point >= 0xfff0 && point <= 0xfff8)
            || (point >= 0xe0000 && point <= 0xe0fff));
  }

  /** Whether the character is a variation selector. */
  public static boolean isVariationSelector(int point) {
    return (point >= 0xfe00 && point <= 0xfe0f)
        || (point >= 0xe0100 && point <= 0xe01ef)
        || (point >= 0x180b && point <= 0x180f && point != 0x180e);
  }

  /** The text and emoji presentation selectors, directly after an emoji. */
  private static boolean isPartOfEmoji(String text, int before, int point, int next) {
    if (point != 0xfe0e && point != 0xfe0f) {
      return false;
    }
    boolean key = before == '#' || before == '*' || (before >= '0' && before <= '9');
    return key ? next < text.length() && text.charAt(next) == KEYCAP : isEmoji(before);
  }

  /** Symbols, the few emoji of other categories, and skin tone modifiers. */
  private static boolean isEmoji(int point) {
    return Character.getType(point) == Character.OTHER_SYMBOL
        || (point >= 0x1f3fb && point <= 0x1f3ff)
        || point == 0x203c
        || point == 0x2049
        || point == 0x2139
        || point == 0x3030
        || point == 0x303d
        || (point >= 0x2190 && point <= 0x2bff);
  }
}
