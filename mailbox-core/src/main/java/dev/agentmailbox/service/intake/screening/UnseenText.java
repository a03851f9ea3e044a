package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.mime.html.InvisibleText;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Locale;

/** Writing that a person does not see or cannot read, and a model does. */
final class UnseenText {
  private static final int FIRST_TAG = 0xe0020;
  private static final int LAST_TAG = 0xe007e;

  /** Letters of the longest subdivision code (CLDR), with room. */
  private static final int LONGEST_FLAG = 7;

  /** Variation selectors after letters that have no variants, with room for slips. */
  private static final int MAX_STRAYS = 16;

  /**
   * Letters of older scripts are not written in variants (StandardizedVariants.txt): Myanmar on.
   */
  private static final int FIRST_WITH_VARIANTS = 0x1000;

  /** Letters of base64, long enough for a sentence. */
  private static final int MIN_RUN = 40;

  private static final int MAX_RUN = 4_096;
  private static final int MAX_RUNS = 20;

  /** Share of readable characters that makes decoded bytes a text. */
  private static final double READABLE = 0.9;

  /** Letters of other alphabets that look like these Latin ones. */
  private static final String LOOK_ALIKES =
      "аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwɡgΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧxοoνvαaρpτtιiκkυuАaВbЕeКkМmНhОoРpСcТtХxвbкkмmнhтtѵv";

  private static final char[] FOLDED = new char[0x600];

  static {
    for (char c = 0; c < FOLDED.length; c++) {
      FOLDED[c] = c;
    }
    for (int i = 0; i + 1 < LOOK_ALIKES.length(); i += 2) {
      FOLDED[LOOK_ALIKES.charAt(i)] = LOOK_ALIKES.charAt(i + 1);
    }
  }

  private UnseenText() {}

  /**
   * Whether there is text in tag characters (Unicode 15, section 23.9) or in variation selectors,
   * which nothing shows. Flags of parts of countries are spelled in a few tags, and an emoji or an
   * ideograph has one selector.
   */
  static boolean hasUnseenLetters(String text) {
    int run = 0;
    int strays = 0;
    int before = 0;
    for (int i = 0; i < text.length() && run <= LONGEST_FLAG && strays <= MAX_STRAYS; ) {
      int point = text.codePointAt(i);
      boolean selector = InvisibleText.isVariationSelector(point);
      boolean tag = point >= FIRST_TAG && point <= LAST_TAG;
      run = tag || selector ? run + 1 : 0;
      strays += selector && before < FIRST_WITH_VARIANTS && Character.isLetter(before) ? 1 : 0;
      before = point;
      i += Character.charCount(point);
    }
    return run > LONGEST_FLAG || strays > MAX_STRAYS;
  }

  /** Texts in base64, each on a line. */
  static String decoded(String text) {
    StringBuilder out = new StringBuilder();
    int runs = 0;
    int start = 0;
    for (int i = 0; i <= text.length() && runs < MAX_RUNS; i++) {
      boolean letter = i < text.length() && isBase64(text.charAt(i));
      if (letter && i - start < MAX_RUN) {
        continue;
      }
      if (i - start >= MIN_RUN) {
        runs++;
        appendDecoded(out, text.substring(start, start + (i - start) / 4 * 4));
      }
      start = letter ? i : i + 1;
    }
    return out.toString();
  }

  private static boolean isBase64(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/';
  }

  private static void appendDecoded(StringBuilder out, String run) {
    String decoded = new String(Base64.getDecoder().decode(run), StandardCharsets.UTF_8);
    long readable =
        decoded.chars().filter(c -> c == ' ' || c == '\n' || Character.isLetterOrDigit(c)).count();
    if (readable > decoded.length() * READABLE) {
      out.append(decoded).append('\n');
    }
  }

  /**
   * The text as a model takes it: without characters that have no shape, compatibility forms and
   * look-alike letters as the letters they stand for.
   */
  static String plain(String text) {
    if (text.chars().allMatch(c -> c < 0x80)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .filter(point -> !InvisibleText.isInvisible(point))
        .forEach(out::appendCodePoint);
    String composed = Normalizer.normalize(out, Normalizer.Form.NFKC);
    StringBuilder folded = new StringBuilder(composed.length());
    for (int i = 0; i < composed.length(); i++) {
      char c = composed.charAt(i);
      folded.append(c < FOLDED.length ? FOLDED[c] : c);
    }
    return folded.toString();
  }

  /** Written from the end to the start. */
  static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
