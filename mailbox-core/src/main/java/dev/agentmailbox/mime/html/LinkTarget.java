package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import java.net.IDN;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a URL in HTML, parsed as browsers do (WHATWG URL): tabs and line breaks are
 * ignored, a backslash is a slash, any number of slashes may follow the scheme.
 *
 * @param scheme lower case; empty for a relative URL without a base
 * @param host in ASCII, lower case; for a URL without host its scheme with a colon; null for a
 *     fragment of the mail itself
 * @param misleads whether there is user info, which can pass for the host
 */
record LinkTarget(String scheme, @Nullable String host, boolean misleads) {
  /** Longest URL kept, in UTF-16 code units. */
  static final int MAX_LENGTH = 2_048;

  private static final LinkTarget NOWHERE = new LinkTarget("", null, false);
  private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]{0,30}):");

  /** Browsers accept either slash. */
  private static final Pattern TWO_SLASHES = Pattern.compile("[/\\\\]{2}");

  private static final Pattern AUTHORITY = Pattern.compile("^[/\\\\]*([^/\\\\?#]*)");
  private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");

  /**
   * Parses a URL.
   *
   * @param base of the document; empty for none
   */
  static LinkTarget of(String address, String base) {
    // C0 controls and blanks around it do not count (WHATWG URL, 4.4).
    String url = withoutBreaks(bounded(address)).trim();
    Matcher scheme = SCHEME.matcher(url);
    if (scheme.find()) {
      return absolute(scheme.group(1).toLowerCase(Locale.ROOT), url.substring(scheme.end()));
    }
    if (TWO_SLASHES.matcher(url).lookingAt()) {
      return web("https", url);
    }
    return url.isEmpty() || url.startsWith("#") || base.isEmpty() ? NOWHERE : of(base, "");
  }

  /** Whether a mail client would load it from a remote host. */
  boolean isRemote() {
    return scheme.equals("http") || scheme.equals("https") || scheme.equals("ftp");
  }

  static String bounded(String address) {
    return Texts.cut(address, MAX_LENGTH);
  }

  static String withoutWww(String host) {
    return host.startsWith("www.") ? host.substring("www.".length()) : host;
  }

  /** Converts a host name to ASCII; an invalid one is returned unchanged. */
  static String ascii(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String named = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    try {
      return IDN.toASCII(named, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException notAName) {
      return named;
    }
  }

  private static LinkTarget absolute(String scheme, String rest) {
    return switch (scheme) {
      case "http", "https", "ftp" -> web(scheme, rest);
      case "mailto" -> mail(rest);
      default -> new LinkTarget(scheme, scheme + ":", false);
    };
  }

  private static LinkTarget web(String scheme, String rest) {
    Matcher authority = AUTHORITY.matcher(rest);
    String whole = authority.find() ? authority.group(1) : "";
    int at = whole.lastIndexOf('@');
    String host = PORT.matcher(whole.substring(at + 1)).replaceFirst("");
    return new LinkTarget(scheme, ascii(decoded(host)), at >= 0);
  }

  private static LinkTarget mail(String rest) {
    int query = rest.indexOf('?');
    String to = decoded(query < 0 ? rest : rest.substring(0, query));
    return new LinkTarget("mailto", ascii(to.substring(to.lastIndexOf('@') + 1).strip()), false);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  private static String withoutBreaks(String address) {
    return address.replace("\t", "").replace("\r", "").replace("\n", "");
  }
}
