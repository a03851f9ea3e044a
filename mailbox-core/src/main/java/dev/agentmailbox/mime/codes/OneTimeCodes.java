package dev.agentmailbox.mime.codes;

import dev.agentmailbox.message.Extracted.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds codes of 4 to 10 letters and digits near a keyword: in the same line, or alone in one of
 * the following lines. Every repetition is bounded.
 */
final class OneTimeCodes {
  /** Most characters between keyword and code. */
  private static final int NEAR = 90;

  /** Most lines between the line with the keyword and a code that stands alone. */
  private static final int LINES_APART = 3;

  /** Within this many characters after a keyword, even a likely year is a code. */
  private static final int JUST_BEFORE = 6;

  /** Characters before a keyword that are searched for another kind of code. */
  private static final int LONGEST_KIND = 16;

  /** Keywords for one-time codes. */
  private static final Pattern WORD =
      Pattern.compile(
          "\\b(?:(?:pass|verification|security|login|access|sicherheits|bestätigungs|einmal|zugangs|freischalt"
              + "|verificatie|inlog|bekræftelses|engangs|verifierings|engångs|vahvistus)?(?:code|kode|kod|koodi)(?:n|t|u)?|otp|pin|tan|2fa|mfa|one[-"
              + " ]time (?:code|password|passcode|pin)|einmal(?:passwort|kennwort)|mot de passe"
              + " (?:à usage )?unique|contraseña de un solo"
              + " uso|c[óo]digo|codice|kód|código|κωδικός|mã|jelszó)\\b"
              + "|(?:код|пароль)(?!\\p{L})|验证码|驗證碼|校验码|动态码|認証コード|認証番号|確認コード|ワンタイムパスワード|コード"
              + "|인증\\s?번호|인증\\s?코드|코드|رمز|كود|קוד|कोड|ओटीपी|รหัส",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

  /** Every keyword contains one of these, or is one of {@link #SHORT_WORDS}. */
  private static final List<String> PARTS_OF_WORDS =
      List.of("cod", "kod", "kood", "one-time", "one time", "einmal", "mot de");

  /** As {@link #PARTS_OF_WORDS}, for keywords with non-ASCII letters. */
  private static final List<String> FOREIGN_PARTS_OF_WORDS =
      Stream.of(
              "contrase",
              "digo",
              "kód",
              "κωδικ",
              "mã",
              "jelsz",
              "код",
              "пароль",
              "验证码",
              "驗證碼",
              "校验码",
              "动态码",
              "認証",
              "確認コード",
              "ワンタイム",
              "コード",
              "인증",
              "코드",
              "رمز",
              "كود",
              "קוד",
              "कोड",
              "ओटीपी",
              "รหัส")
          .map(OneTimeCodes::folded)
          .toList();

  private static final List<String> SHORT_WORDS = List.of("otp", "pin", "tan", "2fa", "mfa");

  /** Marks another kind of code, just before or after the keyword. */
  private static final Pattern OTHER_KIND =
      Pattern.compile(
          "(?:zip|post(?:al)?|promo(?:tion)?(?:al)?|discount|coupon|voucher|gift|referral|source|area|error|status|exit|qr|bar|country|dress|tracking|product|order|currency|reference|rabatt|gutschein|aktions)[-"
              + " ]?$",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern OF_CONDUCT =
      Pattern.compile("\\s(?:of conduct|review|base|for the project)", Pattern.CASE_INSENSITIVE);

  /**
   * Digits, groups of digits, letters before digits, or mixed capitals and digits; not inside a
   * word, except in scripts without spaces.
   */
  private static final Pattern CANDIDATE =
      Pattern.compile(
          "(?<![A-Za-z\u00c0-\u04ff\\p{N}_#$€£¥./:@=%&?+-])(?:\\d{3}[ -]\\d{3}|\\d{4}["
              + " -]\\d{4}|\\d{4,8}|[A-Z]{1,3}-\\d{4,8}"
              + "|(?=[A-Z0-9-]{0,9}\\d)(?=[A-Z0-9-]{0,9}[A-Z])[A-Z0-9]{3,5}-[A-Z0-9]{3,5}"
              + "|(?=[A-Z]{0,9}\\d)(?=\\d{0,9}[A-Z])[A-Z0-9]{4,10})(?![A-Za-z\u00c0-\u04ff\\p{N}_%€/@=]|[-.,:]\\d|[-:]\\p{L}|"
              + " ?(?:%|€|EUR|USD|hours|minutes))");

  private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d{2}");

  private OneTimeCodes() {}

  static List<Code> find(List<String> lines) {
    Map<String, Code> found = new LinkedHashMap<>();
    int lastWord = Integer.MIN_VALUE / 2;
    int ahead = 0;
    int lastDigit = -1;
    for (int i = 0; i < lines.size() && found.size() < CodesAndLinks.MAX_FOUND; i++) {
      for (; ahead < lines.size() && ahead <= i + LINES_APART; ahead++) {
        lastDigit = hasDigit(lines.get(ahead)) ? ahead : lastDigit;
      }
      if (lastDigit < i) {
        // A keyword is irrelevant where no code can follow.
        continue;
      }
      String line = lines.get(i);
      boolean word = inLine(line, found);
      if (word) {
        lastWord = i;
      } else if (i - lastWord <= LINES_APART && standsAlone(line)) {
        add(found, bare(line), lines.get(lastWord));
      }
    }
    return found.values().stream().limit(CodesAndLinks.MAX_FOUND).toList();
  }

  /** Whether there is an ASCII digit, which every code has. */
  static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  /** A cheap pre-check without false negatives: whether there may be a keyword. */
  static boolean mayHaveWord(String line) {
    boolean foreign = hasForeign(line);
    String small = foreign ? folded(line) : line.toLowerCase(Locale.ROOT);
    return containsAny(small, PARTS_OF_WORDS)
        || containsAnyWord(small)
        || (foreign && containsAny(small, FOREIGN_PARTS_OF_WORDS));
  }

  private static boolean containsAny(String line, List<String> parts) {
    for (String part : parts) {
      if (line.contains(part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsAnyWord(String line) {
    for (String word : SHORT_WORDS) {
      if (containsWord(line, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasForeign(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) > 127) {
        return true;
      }
    }
    return false;
  }

  /** Folds case like a case-insensitive pattern. */
  private static String folded(String line) {
    char[] folded = new char[line.length()];
    for (int i = 0; i < folded.length; i++) {
      folded[i] = Character.toLowerCase(Character.toUpperCase(line.charAt(i)));
    }
    return new String(folded);
  }

  private static boolean containsWord(String line, String word) {
    for (int at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      int end = at + word.length();
      if ((at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1)))
          && (end == line.length() || !Character.isLetterOrDigit(line.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the line has a keyword. Each part of the line is matched once for keywords and once for
   * codes, so the time is linear.
   */
  private static boolean inLine(String line, Map<String, Code> found) {
    List<Span> words = mayHaveWord(line) ? words(line) : List.of();
    if (words.isEmpty()) {
      return false;
    }
    Matcher codes = CANDIDATE.matcher(line);
    int next = 0;
    while (codes.find() && found.size() < CodesAndLinks.MAX_FOUND) {
      while (next < words.size() && words.get(next).end() + NEAR < codes.end()) {
        next++;
      }
      boolean near = next < words.size() && words.get(next).start() - NEAR <= codes.start();
      if (near && (follows(words, codes.start()) || !YEAR.matcher(codes.group()).matches())) {
        add(found, codes.group(), line);
      }
    }
    return true;
  }

  /** Position of a keyword in a line. */
  private record Span(int start, int end) {}

  private static List<Span> words(String line) {
    List<Span> spans = new ArrayList<>();
    Matcher words = WORD.matcher(line);
    Matcher kind = OTHER_KIND.matcher(line);
    Matcher conduct = OF_CONDUCT.matcher(line);
    while (words.find()) {
      boolean other =
          kind.region(Math.max(0, words.start() - LONGEST_KIND), words.start()).find()
              || conduct.region(words.end(), line.length()).lookingAt();
      if (!other) {
        spans.add(new Span(words.start(), words.end()));
      }
    }
    return spans;
  }

  /** Whether a keyword ends just before. */
  private static boolean follows(List<Span> words, int code) {
    int low = 0;
    int high = words.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (words.get(middle).end() <= code) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && code - words.get(low - 1).end() <= JUST_BEFORE;
  }

  private static boolean standsAlone(String line) {
    return CANDIDATE.matcher(bare(line)).matches();
  }

  /** The line without decoration. */
  private static String bare(String line) {
    int start = 0;
    int end = line.length();
    while (start < end && isAround(line.charAt(start))) {
      start++;
    }
    while (end > start && (isAround(line.charAt(end - 1)) || line.charAt(end - 1) == '.')) {
      end--;
    }
    return line.substring(start, end);
  }

  private static boolean isAround(char c) {
    return c == '*' || c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static void add(Map<String, Code> found, String code, String line) {
    boolean digits = code.chars().allMatch(c -> Character.isDigit(c) || c == ' ' || c == '-');
    String plain = digits ? code.replace(" ", "").replace("-", "") : code;
    found.putIfAbsent(plain, new Code(plain, line));
  }
}
