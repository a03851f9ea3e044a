package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.Texts;
import java.net.IDN;
import java.util.regex.Pattern;

/**
 * Strict parser for addresses given by callers: {@code Name <local@domain>} or {@code local@domain}
 * (RFC 5321 section 4.1.2, RFC 5322 section 3.4 without obsolete forms and comments). A name needs
 * no quotes, so that {@link MailAddress#display} can be given back. Thread safe.
 */
public final class AddressParser {
  /** RFC 5321 section 4.5.3.1.1. */
  private static final int MAX_LOCAL_LENGTH = 64;

  /** RFC 5321 section 4.5.3.1.3: a path of 256 octets including brackets. */
  private static final int MAX_ADDRESS_LENGTH = 254;

  private static final int MAX_NAME_LENGTH = 512;
  private static final int MAX_LABEL_LENGTH = 63;
  private static final String ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
  private static final Pattern DOT_ATOM = Pattern.compile(ATEXT + "++(?:\\." + ATEXT + "++)*+");
  private static final Pattern QUOTED = Pattern.compile("\"(?:[ !#-\\[\\]-~]|\\\\[ -~])++\"");
  private static final Pattern QUOTED_NAME = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"");
  private static final Pattern QUOTED_PAIR = Pattern.compile("\\\\(.)");
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?");

  private AddressParser() {}

  /**
   * Parses one address; the domain of the result is ASCII, its local part canonical.
   *
   * @param path field path, for example {@code to[0]}
   * @throws dev.agentmailbox.error.MailboxException {@code invalid_header} for control characters,
   *     checked before the syntax
   * @throws IllegalArgumentException with a short reason that does not repeat the text
   */
  public static MailAddress parse(String path, String text) {
    HeaderText.requireClean(path, text);
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      throw refuse("is empty");
    }
    if (!trimmed.endsWith(">")) {
      return new MailAddress(null, address(trimmed));
    }
    int open = openingBracket(trimmed);
    if (open < 0) {
      throw refuse("has no opening angle bracket");
    }
    String name = name(trimmed.substring(0, open).strip());
    String address = address(trimmed.substring(open + 1, trimmed.length() - 1));
    return new MailAddress(name.isEmpty() ? null : name, address);
  }

  /** The last one: a name without quotes may contain others, and a quoted local part too. */
  private static int openingBracket(String text) {
    int quote = text.lastIndexOf("<\"") + 1;
    int at = text.lastIndexOf('@');
    boolean quoted =
        quote > 0
            && quote < at
            && at - quote <= MAX_LOCAL_LENGTH
            && QUOTED.matcher(text.substring(quote, at)).matches();
    return quoted ? quote - 1 : text.lastIndexOf('<');
  }

  private static String name(String text) {
    if (text.length() > MAX_NAME_LENGTH) {
      throw refuse("has a display name of more than " + MAX_NAME_LENGTH + " characters");
    }
    return QUOTED_NAME.matcher(text).matches()
        ? QUOTED_PAIR.matcher(text.substring(1, text.length() - 1)).replaceAll("$1").strip()
        : text;
  }

  /**
   * Parses a bare address and converts its domain to ASCII.
   *
   * @throws IllegalArgumentException with a short reason
   */
  public static String address(String text) {
    int at = text.lastIndexOf('@');
    if (at <= 0) {
      throw refuse(at < 0 ? "has no @" : "has nothing before the @");
    }
    String local = text.substring(0, at);
    if (local.length() > MAX_LOCAL_LENGTH) {
      throw refuse("has more than " + MAX_LOCAL_LENGTH + " characters before the @");
    }
    if (local.chars().anyMatch(c -> c > '~')) {
      throw refuse("has non-ASCII characters before the @, which is not supported");
    }
    if (!DOT_ATOM.matcher(local).matches() && !QUOTED.matcher(local).matches()) {
      throw refuse("is not a valid address before the @");
    }
    String address = local + "@" + domain(text.substring(at + 1));
    if (address.length() > MAX_ADDRESS_LENGTH) {
      throw refuse("is longer than " + MAX_ADDRESS_LENGTH + " characters");
    }
    return address;
  }

  private static String domain(String text) {
    if (text.isEmpty()) {
      throw refuse("has no domain");
    }
    if (text.startsWith("[")) {
      throw refuse("has an IP address as its domain, which is not supported");
    }
    if (text.length() > MAX_ADDRESS_LENGTH) {
      throw refuse("has a domain that is too long");
    }
    String ascii = Texts.isAscii(text) ? text : toAscii(text);
    for (String label : ascii.split("\\.", -1)) {
      if (label.length() > MAX_LABEL_LENGTH || !LABEL.matcher(label).matches()) {
        throw refuse("has an invalid domain");
      }
    }
    return ascii;
  }

  private static String toAscii(String domain) {
    try {
      return IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
    } catch (IllegalArgumentException notIdna) {
      throw refuse("has an invalid international domain");
    }
  }

  private static IllegalArgumentException refuse(String reason) {
    return new IllegalArgumentException(reason);
  }
}
