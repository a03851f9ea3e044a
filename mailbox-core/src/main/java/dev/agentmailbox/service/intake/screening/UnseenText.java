package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.InvisibleText;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Locale;

/** Text that is invisible or unreadable to a human but not to a model. */
final class UnseenText {
  private static final int FIRST_TAG = 0xe0020;
  private static final int LAST_TAG = 0xe007e;

  /** Longest subdivision code in a flag sequence (CLDR), with margin. */
  private static final int LONGEST_FLAG = 7;

  /** Tolerated variation selectors after characters without variants. */
  private static final int MAX_STRAYS = 16;

  /** First script with standardized variants (StandardizedVariants.txt): Myanmar. */
  private static final int FIRST_WITH_VARIANTS = 0x1000;

  /** Shortest base64 run that is decoded. */
  private static final int MIN_RUN = 40;

  private static final int MAX_RUN = 4_096;
  private static final int MAX_RUNS = 20;

  /** Fraction of readable characters above which decoded bytes count as text. */
  private static final double READABLE = 0.9;

  /** Homoglyphs, each followed by the Latin letter it folds to. */
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
   * Whether there is text in tag characters (Unicode 15, section 23.9) or variation selectors,
   * which are invisible. Subdivision flags use a few tags, and an emoji or ideograph has one
   * selector.
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

  /** Decoded base64 texts, one per line. */
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
   * Normalizes text as a model reads it: without invisible characters, with compatibility forms and
   * homoglyphs folded.
   */
  static String plain(String text) {
    if (Texts.isAscii(text)) {
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

  /** The text reversed. */
  static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
