package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.mime.html.InvisibleText;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds private keys and keys of well-known formats, including our own: as written, in the
 * compatibility form without invisible characters, and without the white space and zeros within
 * (broken lines, UTF-16). Each format starts with a literal that is searched first, and its pattern
 * is tried only there, so a megabyte takes milliseconds. A help and no promise: who encodes a key
 * otherwise is not noticed.
 */
final class SecretScan {
  /**
   * A format.
   *
   * @param whole as it is written
   * @param body the least that makes it one, in text without white space
   * @param ends whether nothing may follow directly
   */
  private record Shape(String start, Pattern whole, Pattern body, boolean ends) {}

  private static final Pattern AT_MOST = Pattern.compile("\\{(\\d{2}),\\d{1,3}}");

  /** Characters searched at a time; no secret is longer than the overlap. */
  private static final int PIECE = 256 * 1024;

  private static final int OVERLAP = 8 * 1024;

  private static final List<Shape> SHAPES =
      List.of(
          shape("-----BEGIN", " (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
          shape("PuTTY-User-Key-File-", "[23]:"),
          // this service: API keys and webhook signing secrets
          shape("sk_", "[0-9A-Za-z]{1,32}_[0-9A-Za-z_-]{43,200}"),
          shape("whsec_", "[0-9A-Za-z+/]{32,100}"),
          // Amazon
          shape("AKIA", "[0-9A-Z]{16}(?![0-9A-Za-z])"),
          shape("ASIA", "[0-9A-Z]{16}(?![0-9A-Za-z])"),
          // GitHub
          shape("ghp_", "[0-9A-Za-z]{36}"),
          shape("gho_", "[0-9A-Za-z]{36}"),
          shape("ghu_", "[0-9A-Za-z]{36}"),
          shape("ghs_", "[0-9A-Za-z]{36}"),
          shape("ghr_", "[0-9A-Za-z]{36}"),
          shape("github_pat_", "[0-9A-Za-z]{22}_[0-9A-Za-z]{59}"),
          // GitLab, npm, PyPI
          shape("glpat-", "[0-9A-Za-z_-]{20}"),
          shape("npm_", "[0-9A-Za-z]{36}"),
          shape("pypi-AgEIcHlwaS5vcmc", "[0-9A-Za-z_-]{50}"),
          // Slack
          shape("xox", "[abeoprs]-[0-9A-Za-z-]{20,250}"),
          // Stripe
          shape("sk_live_", "[0-9A-Za-z]{24}"),
          shape("rk_live_", "[0-9A-Za-z]{24}"),
          // Google
          shape("AIza", "[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
          shape("GOCSPX-", "[0-9A-Za-z_-]{28}"),
          // model providers
          shape("sk-ant-", "[0-9A-Za-z_-]{40}"),
          shape("sk-proj-", "[0-9A-Za-z_-]{40}"),
          shape("sk-", "[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20}"),
          shape("hf_", "[0-9A-Za-z]{34}(?![0-9A-Za-z])"),
          // mail and others
          shape("SG.", "[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}"),
          shape("shpat_", "[0-9a-fA-F]{32}"),
          shape("dop_v1_", "[0-9a-f]{64}"),
          shape("AccountKey=", "[0-9A-Za-z+/]{86}=="));

  private static final Pattern SQUEEZED_HEADER =
      Pattern.compile("-----BEGIN[A-Z0-9]{0,60}PRIVATEKEY(?:BLOCK)?-----");

  private SecretScan() {}

  /** Searches a text of any length. */
  static boolean found(String text) {
    for (int start = 0; start == 0 || start < text.length(); start += PIECE) {
      String piece =
          text.length() <= PIECE + OVERLAP
              ? text
              : text.substring(start, Math.min(text.length(), start + PIECE + OVERLAP));
      if (isAscii(piece) ? inPlain(piece) : inPlain(piece) || inPlain(compatible(piece))) {
        return true;
      }
      if (piece.length() == text.length()) {
        return false;
      }
    }
    return false;
  }

  /** Searches a file: as bytes, in which a zero may follow or precede each letter, and as UTF-8. */
  static boolean found(byte[] file) {
    for (int start = 0; start == 0 || start < file.length; start += PIECE) {
      int length = Math.min(file.length - start, PIECE + OVERLAP);
      String bytes = new String(file, start, length, StandardCharsets.ISO_8859_1);
      boolean binary = bytes.indexOf('\0') >= 0;
      String plain = binary ? bytes.replace("\0", "") : bytes;
      if (inPlain(plain) || (binary && inWritten(bytes))) {
        return true;
      }
      if (!binary
          && !isAscii(bytes)
          && inPlain(compatible(new String(file, start, length, StandardCharsets.UTF_8)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static String compatible(String text) {
    return InvisibleText.removedFrom(
        Normalizer.normalize(InvisibleText.removedFrom(text), Normalizer.Form.NFKC));
  }

  private static boolean inPlain(String text) {
    return inWritten(text) || inSqueezed(text);
  }

  private static boolean inWritten(String text) {
    for (Shape shape : SHAPES) {
      Matcher matcher = null;
      for (int at = text.indexOf(shape.start());
          at >= 0;
          at = text.indexOf(shape.start(), at + 1)) {
        if (at == 0 || !isWordCharacter(text.charAt(at - 1))) {
          matcher = matcher == null ? shape.whole().matcher(text) : matcher;
          if (matcher.region(at, text.length()).lookingAt()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Searches without white space. A match counts when it begins and ends where a word does and is
   * not mostly of words, as prose about keys is.
   */
  private static boolean inSqueezed(String text) {
    int[] places = new int[text.length()];
    StringBuilder squeezed = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isBlank(c)) {
        places[squeezed.length()] = i;
        squeezed.append(c);
      }
    }
    if (squeezed.length() == text.length()) {
      return false;
    }
    String whole = squeezed.toString();
    return inSqueezed(text, whole, places);
  }

  private static boolean inSqueezed(String text, String squeezed, int[] places) {
    Matcher header = SQUEEZED_HEADER.matcher(squeezed);
    for (Shape shape : SHAPES) {
      String start = shape.start();
      Matcher body = null;
      for (int at = squeezed.indexOf(start); at >= 0; at = squeezed.indexOf(start, at + 1)) {
        int from = places[at];
        if (from > 0 && isWordCharacter(text.charAt(from - 1))) {
          continue;
        }
        if (start.startsWith("-") && header.region(at, squeezed.length()).lookingAt()) {
          return true;
        }
        body = body == null ? shape.body().matcher(squeezed) : body;
        if (body.region(at, squeezed.length()).lookingAt()
            && (!shape.ends() || endsWord(text, places, body.end()))
            && !isProse(text, from, places[body.end() - 1] + 1)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean endsWord(String text, int[] places, int end) {
    int next = places[end - 1] + 1;
    return next >= text.length() || !isWordCharacter(text.charAt(next));
  }

  private static boolean isProse(String text, int start, int end) {
    int inWords = 0;
    boolean digit = false;
    int piece = start;
    for (int i = start; i <= end; i++) {
      if (i == end || isBlank(text.charAt(i))) {
        inWords += isWord(text, piece, i) ? i - piece : 0;
        piece = i + 1;
      } else {
        digit |= Character.isDigit(text.charAt(i));
      }
    }
    return !digit || 2 * inWords > end - start;
  }

  /** Small letters, perhaps after a capital. */
  private static boolean isWord(String text, int start, int end) {
    for (int i = start + 1; i < end; i++) {
      if (!Character.isLowerCase(text.charAt(i))) {
        return false;
      }
    }
    return end - start > 2 && Character.isLetter(text.charAt(start));
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || c == '\u00a0';
  }

  private static boolean isWordCharacter(char c) {
    return c < 128 && Character.isLetterOrDigit(c);
  }

  private static Shape shape(String start, String rest) {
    String least = AT_MOST.matcher(rest).replaceAll(bound -> "{" + bound.group(1) + "}");
    int guard = least.indexOf("(?!");
    String body = guard < 0 ? least : least.substring(0, guard);
    return new Shape(
        start,
        Pattern.compile(Pattern.quote(start) + rest),
        Pattern.compile(Pattern.quote(start) + body),
        guard >= 0);
  }
}
