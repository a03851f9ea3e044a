package dev.agentmailbox.mime.reply;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Detects the start of a signature. */
final class Signatures {
  /** A longer line is a sentence, not a device signature. */
  private static final int MAX_DEVICE_LINE = 120;

  private static final int MAX_PROGRAM_LINE = 30;

  private static final Pattern DASHES = Pattern.compile("\\s{0,3}(?:--|---|__|—|––|-- )\\s*");
  private static final Pattern RULE = Pattern.compile("\\s{0,3}_{3,}\\s*");
  private static final Pattern ORNAMENT =
      Pattern.compile("\\s{0,3}(?:-{3,}|={3,}|\\*{3,}|#{3,}|~{3,}|\\+{3,})\\s*");

  private static final List<String> DEVICE_STARTS =
      List.of(
          "sent from my ",
          "sent from mail",
          "sent from outlook",
          "sent from windows",
          "sent from yahoo",
          "sent from samsung",
          "sent from proton",
          "sent from a ",
          "sent from the ",
          "sent via ",
          "sent with ",
          "sent by ",
          "sent using ",
          "sent mobile",
          "sent from mobile",
          "sent from iphone",
          "sent from ipad",
          "get outlook for ",
          "someone from mobile",
          "from my iphone",
          "from my ipad",
          "von meinem ",
          "gesendet von ",
          "gesendet mit ",
          "diese nachricht wurde von meinem ",
          "envoyé depuis ",
          "envoyé de mon ",
          "envoyé à partir ",
          "enviado desde mi ",
          "enviado desde ",
          "enviado do meu ",
          "enviado de mi ",
          "inviato da ",
          "inviato dal ",
          "verzonden vanaf ",
          "verzonden met ",
          "verstuurd vanaf ",
          "skickat från ",
          "sendt fra ",
          "lähetetty ",
          "wysłane z ",
          "отправлено с ",
          "отправлено из ",
          "надіслано з ",
          "odesláno z ",
          "從我的 ",
          "从我的 ",
          "发自我的",
          "發自我的",
          "iphoneから送信",
          "나의 iphone",
          "download outlook",
          "telefonumdan gönderildi");

  private static final List<String> DEVICES =
      List.of(
          "iphone",
          "ipad",
          "android",
          "outlook",
          "samsung",
          "galaxy",
          "mobil",
          "phone",
          "handy",
          "blackberry",
          "huawei",
          "xiaomi",
          "smartphone",
          "windows",
          "yahoo",
          "gmail");

  private Signatures() {}

  /** A cheap pre-check: whether the line may consist of repeated characters. */
  static boolean mayBeDrawn(String line) {
    int at = 0;
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    return at < line.length() && "-_=*#~+\u2014\u2013".indexOf(line.charAt(at)) >= 0;
  }

  /** The {@code -- } line of RFC 3676 section 4.3 and variants. */
  static boolean isDelimiter(String line) {
    return DASHES.matcher(line).matches();
  }

  /** A line of underscores, as lists and clients insert before their text. */
  static boolean isRule(String line) {
    return RULE.matcher(line).matches();
  }

  /** A line of another repeated character. */
  static boolean isOrnament(String line) {
    return ORNAMENT.matcher(line).matches();
  }

  /** Whether a device line names the device; then everything after it is part of the signature. */
  static boolean namesDevice(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return lower.contains("sent from my ") || DEVICES.stream().anyMatch(lower::contains);
  }

  /** A line that a device or client adds about itself. */
  static boolean isDevice(String line) {
    if (line.length() > MAX_DEVICE_LINE) {
      return false;
    }
    String lower = line.strip().toLowerCase(Locale.ROOT);
    int from = 0;
    while (from < lower.length() && "<([*_>- ".indexOf(lower.charAt(from)) >= 0) {
      from++;
    }
    String start = lower.substring(from).replace("[", "");
    for (String known : DEVICE_STARTS) {
      if (start.startsWith(known)) {
        return true;
      }
    }
    return isShortSentFrom(start);
  }

  /** {@code Sent from SomeClient}, optionally with its URL; not a sentence. */
  private static boolean isShortSentFrom(String line) {
    int link = line.indexOf('<');
    String name = link < 0 ? line : line.substring(0, link);
    return name.startsWith("sent from ")
        && name.length() <= MAX_PROGRAM_LINE
        && !name.endsWith(".");
  }
}
