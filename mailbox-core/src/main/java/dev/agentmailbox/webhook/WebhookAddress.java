package dev.agentmailbox.webhook;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

// spec Webhooks.2
/**
 * The webhook URLs allowed (specification, Channel 2, rule 2). A URL is parsed once, checked, and
 * rebuilt from the parsed parts, so that later parsers cannot read it differently. Host names are
 * not resolved here but at each connection. Immutable.
 */
public final class WebhookAddress {
  /** Longest URL, in characters. */
  public static final int MAX_CHARACTERS = 2_048;

  private static final int HTTPS_PORT = 443;
  private static final int MAX_HOST_CHARACTERS = 253;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+");

  /** A final label that some resolvers treat as a number, making the host an IPv4 address. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");

  private static final List<String> LOCAL_ZONES =
      List.of("localhost", "local", "internal", "localdomain", "home.arpa", "onion");

  private final List<String> forbidden;
  private final boolean local;

  private WebhookAddress(List<String> forbidden, boolean local) {
    this.forbidden = forbidden;
    this.local = local;
  }

  /**
   * Allows only public https URLs.
   *
   * @param ownDomains domains of this service, forbidden together with their subdomains
   */
  public static WebhookAddress publicOnly(Collection<String> ownDomains) {
    List<String> zones =
        Stream.concat(LOCAL_ZONES.stream(), ownDomains.stream())
            .map(zone -> zone.toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
    return new WebhookAddress(zones, false);
  }

  /** Allows any http or https URL; for development. */
  public static WebhookAddress everything() {
    return new WebhookAddress(List.of(), true);
  }

  /**
   * Checks a URL and returns its normalized form.
   *
   * @throws MailboxException {@code webhook_target_forbidden}
   */
  public String check(String text) {
    URI uri = parse(text);
    String scheme = lower(uri.getScheme());
    String host = lower(uri.getHost());
    if (host.isEmpty() || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw forbidden("must have a host name, and no user or fragment");
    }
    if (local) {
      requireWeb(scheme);
    } else {
      requirePublic(scheme, host, uri.getPort());
    }
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String port = local && uri.getPort() >= 0 ? ":" + uri.getPort() : "";
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return scheme + "://" + host + port + path + query;
  }

  private static URI parse(String text) {
    if (text.length() > MAX_CHARACTERS || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw forbidden("must be an absolute https address in ASCII of at most 2048 characters");
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw forbidden("is not a valid URL");
    }
  }

  private static void requireWeb(String scheme) {
    if (!scheme.equals("https") && !scheme.equals("http")) {
      throw forbidden("must be http or https");
    }
  }

  private void requirePublic(String scheme, String host, int port) {
    if (!scheme.equals("https") || (port >= 0 && port != HTTPS_PORT)) {
      throw forbidden("must be https on port 443");
    }
    String last = host.substring(host.lastIndexOf('.') + 1);
    if (host.length() > MAX_HOST_CHARACTERS
        || !NAME.matcher(host).matches()
        || NUMBER.matcher(last).matches()) {
      throw forbidden("must name a public host by its DNS name");
    }
    if (forbidden.stream().anyMatch(zone -> host.equals(zone) || host.endsWith("." + zone))) {
      throw forbidden("must not be in a local domain or in one of the service");
    }
  }

  private static String lower(String text) {
    return text == null ? "" : text.toLowerCase(Locale.ROOT);
  }

  private static MailboxException forbidden(String why) {
    return MailboxException.of(ErrorCode.WEBHOOK_TARGET_FORBIDDEN, "the webhook address " + why);
  }
}
