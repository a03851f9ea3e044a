package dev.agentmailbox.service.sending.outcome;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds status codes in text from mail servers. The patterns have no nested repetition. */
final class StatusCodes {
  /** An RFC 3463 code that is not part of a version number or IP address. */
  private static final Pattern ENHANCED =
      Pattern.compile(
          "(?:(?<![\\w.:/-])|(?<=[45]\\d\\d-))([245])\\.([0-7])\\.(\\d{1,3})(?!\\.?\\d)");

  private static final Pattern REPLY = Pattern.compile("(?<![\\w.:/@+-])([45]\\d\\d)(?=[ :;#-])");

  /** RFC 5321 section 4.2.3 and its extensions, as servers use them. */
  private static final Set<String> REPLY_CODES =
      Set.of(
          "421", "422", "431", "432", "441", "442", "446", "447", "450", "451", "452", "454", "455",
          "458", "459", "471", "500", "501", "502", "503", "504", "510", "511", "512", "513", "515",
          "517", "521", "523", "530", "531", "533", "534", "535", "538", "541", "542", "543", "544",
          "545", "546", "547", "550", "551", "552", "553", "554", "555", "556", "557", "571");

  private static final int MAX_CHARACTERS = 8_000;

  private StatusCodes() {}

  /** The most specific enhanced failure code in the text; empty when there is none. */
  static String enhanced(String text) {
    Matcher matcher = ENHANCED.matcher(cut(text));
    String vague = "";
    while (matcher.find()) {
      String code = matcher.group();
      if (!code.startsWith("2") && !isUnspecific(code)) {
        return code;
      }
      if (vague.isEmpty() && !code.startsWith("2")) {
        vague = code;
      }
    }
    return vague;
  }

  /** Parses a Status field; empty when malformed. */
  static String field(String value) {
    Matcher matcher = ENHANCED.matcher(cut(value));
    return matcher.find() ? matcher.group() : "";
  }

  /** The first SMTP failure reply code; empty when there is none. */
  static String reply(String text) {
    Matcher matcher = REPLY.matcher(cut(text));
    while (matcher.find()) {
      if (REPLY_CODES.contains(matcher.group(1))) {
        return matcher.group(1);
      }
    }
    return "";
  }

  /** Whether the code names at most the failing subsystem. */
  static boolean isUnspecific(String code) {
    return code.isEmpty() || code.endsWith(".0");
  }

  private static String cut(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }
}
