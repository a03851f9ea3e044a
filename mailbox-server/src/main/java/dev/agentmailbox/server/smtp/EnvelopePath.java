package dev.agentmailbox.server.smtp;

import dev.agentmailbox.message.CanonicalAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The argument of MAIL or RCPT: a path in angle brackets and parameters (RFC 5321 section 4.1.2).
 *
 * @param address without angle brackets and source route, in canonical form; empty for the null
 *     path
 * @param parameters keyword in upper case, and value, empty when there is none
 */
record EnvelopePath(String address, Map<String, String> parameters) {
  /**
   * Four times what RFC 5321 section 4.5.3.1.1 asks for at least: forwarders and bulk senders
   * encode whole addresses in it.
   */
  private static final int LOCAL_PART_OCTETS = 250;

  /** RFC 1035 section 2.3.4. */
  private static final int DOMAIN_OCTETS = 255;

  /** Dots may be anywhere: some providers assign such addresses. */
  private static final Pattern LOCAL_PART =
      Pattern.compile("[^\\x00- ()<>\\[\\]:;@\\\\,\"]++|\"(?:[^\"\\\\]|\\\\.)*+\"");

  private static final Pattern HOST_NUMBER = Pattern.compile("\\[[A-Za-z0-9.:-]{1,60}]");

  private static final Pattern LABEL =
      Pattern.compile("(?!-)[A-Za-z0-9_\\x{80}-\\x{10FFFF}-]{1,63}+(?<!-)");

  /** The text is not a path, or its address is invalid. */
  static final class BadPath extends Exception {
    private static final long serialVersionUID = 1L;
    private final boolean address;

    private BadPath(boolean address) {
      super(address ? "bad address" : "bad syntax", null, false, false);
      this.address = address;
    }

    /** Whether the address is invalid rather than the syntax around it. */
    boolean isAddress() {
      return address;
    }
  }

  /**
   * Parses what follows {@code MAIL FROM:} or {@code RCPT TO:}.
   *
   * @throws BadPath when it is invalid
   */
  static EnvelopePath parse(String text) throws BadPath {
    if (text.chars().anyMatch(EnvelopePath::isControl)) {
      throw new BadPath(true);
    }
    String trimmed = text.strip();
    if (!trimmed.startsWith("<")) {
      throw new BadPath(false);
    }
    int end = endOfPath(trimmed);
    String rest = trimmed.substring(end + 1);
    if (!rest.isEmpty() && !rest.startsWith(" ")) {
      throw new BadPath(false);
    }
    String address = withoutRoute(trimmed.substring(1, end));
    if (!address.isEmpty()) {
      check(address);
    }
    return new EnvelopePath(CanonicalAddress.of(address), parameters(rest));
  }

  /** Includes the line separators of Unicode. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c)
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  boolean isAscii() {
    return address.chars().allMatch(c -> c < 0x80);
  }

  private static int endOfPath(String text) throws BadPath {
    boolean quoted = false;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        i++;
      } else if (!quoted && c == '>') {
        return i;
      }
    }
    throw new BadPath(false);
  }

  /** A source route is accepted and ignored (RFC 5321 section 4.1.1.3). */
  private static String withoutRoute(String path) throws BadPath {
    if (!path.startsWith("@")) {
      return path;
    }
    int colon = path.indexOf(':');
    if (colon < 0 || colon == path.length() - 1) {
      throw new BadPath(true);
    }
    return path.substring(colon + 1);
  }

  private static void check(String address) throws BadPath {
    int at = address.lastIndexOf('@');
    String local = at < 0 ? address : address.substring(0, at);
    String domain = address.substring(at + 1);
    boolean lengthsFit = octets(local) <= LOCAL_PART_OCTETS && octets(domain) <= DOMAIN_OCTETS;
    // Only postmaster needs no domain (RFC 5321 section 4.1.1.3).
    boolean domainFits = at < 0 ? local.equalsIgnoreCase("postmaster") : isDomain(domain);
    if (!lengthsFit || !domainFits || !LOCAL_PART.matcher(local).matches()) {
      throw new BadPath(true);
    }
  }

  private static boolean isDomain(String domain) {
    return HOST_NUMBER.matcher(domain).matches()
        || Stream.of(domain.split("\\.", -1)).allMatch(label -> LABEL.matcher(label).matches());
  }

  private static int octets(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Map<String, String> parameters(String rest) throws BadPath {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String word : rest.strip().split(" +")) {
      if (word.isEmpty()) {
        continue;
      }
      int equals = word.indexOf('=');
      String keyword = (equals < 0 ? word : word.substring(0, equals)).toUpperCase(Locale.ROOT);
      String value = equals < 0 ? "" : word.substring(equals + 1);
      @Nullable String before = parameters.put(keyword, value);
      if (keyword.isEmpty() || before != null) {
        throw new BadPath(false);
      }
    }
    return parameters;
  }
}
