package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.net.AddressGuard;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The destination of outbound mail: {@code MAILBOX_RELAY_URL}. */
public sealed interface RelayUrl {
  /** Outbound mail is captured, not sent: {@code capture:}. */
  record Capture() implements RelayUrl {}

  /**
   * A relay for all outbound mail.
   *
   * @param credentials null for none
   */
  record Relay(String host, int port, Tls tls, @Nullable Credentials credentials)
      implements RelayUrl {
    /** Whether a connection without a valid certificate is refused. */
    public boolean isVerified() {
      return tls == Tls.REQUIRED || tls == Tls.FROM_THE_START;
    }

    /** A user without a password, who signs in with access tokens. */
    public boolean hasUserOnly() {
      return credentials != null && credentials.password().isEmpty();
    }
  }

  /**
   * Direct delivery to the recipients' MX hosts.
   *
   * @param resolver the resolver; null for the operating system's
   * @param guard which addresses may be connected to
   */
  record Direct(@Nullable InetSocketAddress resolver, AddressGuard guard) implements RelayUrl {}

  /** TLS mode of a connection. */
  enum Tls {
    /** No TLS: the retry after failed STARTTLS. */
    NEVER,
    /**
     * Opportunistic STARTTLS without certificate validation: protects against passive attackers
     * only.
     */
    WHEN_OFFERED,
    /** STARTTLS with a valid certificate for the host, required. */
    REQUIRED,
    /** TLS from the first byte (RFC 8314), with a valid certificate for the host. */
    FROM_THE_START
  }

  /**
   * Credentials. {@code toString} omits the password.
   *
   * @param password empty for a user alone, who needs access tokens
   */
  record Credentials(String user, String password) {
    @Override
    public String toString() {
      return "Credentials[user=" + user + "]";
    }
  }

  /** RFC 5321 section 4.5.4.2. */
  int SMTP_PORT = 25;

  /** RFC 1035 section 4.2. */
  int DNS_PORT = 53;

  /** RFC 8314 section 7.3. */
  int SMTPS_PORT = 465;

  /**
   * Parses {@code capture:}, {@code smtp://user:password@host:587?tls=required}, {@code
   * smtps://user:password@host} or {@code mx:}, which takes {@code ?resolver=127.0.0.1:5353} and
   * {@code ?allow_local=true}. User and password are percent-decoded. The default port is 25, or
   * 465 for {@code smtps}.
   *
   * @throws IllegalArgumentException with a one-line message that quotes no secret
   */
  static RelayUrl parse(String text) {
    String trimmed = text.strip();
    String scheme =
        trimmed.substring(0, Math.max(0, trimmed.indexOf(':'))).toLowerCase(Locale.ROOT);
    return switch (scheme) {
      case "capture" -> {
        if (trimmed.length() > "capture:".length()) {
          throw wrong("capture: must have nothing after the colon");
        }
        yield new Capture();
      }
      case "smtp", "smtps" -> relay(trimmed, scheme.equals("smtps"));
      case "mx" -> direct(trimmed.substring("mx:".length()));
      default -> throw wrong("must begin with smtp://, smtps://, mx: or capture:");
    };
  }

  private static Direct direct(String query) {
    InetSocketAddress resolver = null;
    AddressGuard guard = AddressGuard.PUBLIC_ONLY;
    if (!query.isEmpty() && !query.matches("\\?[^?]+")) {
      throw wrong("must look like mx: or mx:?resolver=192.0.2.1:53");
    }
    for (String part : query.isEmpty() ? new String[0] : query.substring(1).split("&", -1)) {
      if (part.startsWith("resolver=") && resolver == null) {
        resolver = resolver(part.substring("resolver=".length()));
      } else if (part.equals("allow_local=true")) {
        guard = AddressGuard.ANYWHERE;
      } else if (!part.equals("allow_local=false")) {
        throw wrong("supports only resolver=ADDRESS:PORT and allow_local=true after mx:?");
      }
    }
    return new Direct(resolver, guard);
  }

  private static InetSocketAddress resolver(String text) {
    try {
      URI uri = new URI("dns://" + text);
      String host = uri.getHost();
      // Only an address: a name would itself need a resolver.
      if (host != null
          && host.matches("[0-9.]+|\\[[0-9a-fA-F:.]+]")
          && uri.getPort() != 0
          && uri.getPort() <= 65_535
          && uri.getAuthority().equals(text)
          && uri.getUserInfo() == null) {
        return new InetSocketAddress(
            InetAddress.getByName(host), uri.getPort() < 0 ? DNS_PORT : uri.getPort());
      }
    } catch (URISyntaxException | UnknownHostException e) {
      throw wrong("needs an IP address and a port after resolver=");
    }
    throw wrong("needs an IP address and a port after resolver=");
  }

  private static Relay relay(String text, boolean fromTheStart) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      // The exception message would quote the password.
      throw wrong(
          "is not a valid URL (special characters in user or password must be percent-encoded)");
    }
    String host = uri.getHost();
    boolean hasPath = uri.getRawPath() != null && !uri.getRawPath().matches("/?");
    if (host == null || hasPath || uri.getRawFragment() != null) {
      throw wrong("must look like smtp://user:password@host:587?tls=required");
    }
    boolean isAddress = host.startsWith("[");
    return new Relay(
        isAddress ? host.substring(1, host.length() - 1) : host,
        port(uri, fromTheStart),
        fromTheStart ? noQuery(uri) : tls(uri.getRawQuery()),
        credentials(uri.getRawUserInfo()));
  }

  private static int port(URI uri, boolean fromTheStart) {
    if (uri.getPort() < 0) {
      return fromTheStart ? SMTPS_PORT : SMTP_PORT;
    }
    if (uri.getPort() == 0 || uri.getPort() > 65_535) {
      throw wrong("has a port outside 1 to 65535");
    }
    return uri.getPort();
  }

  private static Tls noQuery(URI uri) {
    String query = uri.getRawQuery();
    if (query != null && !query.equals("tls=required")) {
      throw wrong("supports only tls=required after the question mark");
    }
    return Tls.FROM_THE_START;
  }

  private static Tls tls(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return Tls.WHEN_OFFERED;
    }
    if (query.equals("tls=required")) {
      return Tls.REQUIRED;
    }
    throw wrong("supports only tls=required after the question mark");
  }

  private static @Nullable Credentials credentials(@Nullable String userInfo) {
    if (userInfo == null) {
      return null;
    }
    int colon = userInfo.indexOf(':');
    if (colon < 0 && !userInfo.isEmpty()) {
      return new Credentials(decoded(userInfo), "");
    }
    if (colon < 1) {
      throw wrong("needs user and password before the @");
    }
    return new Credentials(
        decoded(userInfo.substring(0, colon)), decoded(userInfo.substring(colon + 1)));
  }

  private static String decoded(String text) {
    // A plus sign is literal here, not a space.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException wrong(String why) {
    return new IllegalArgumentException("the relay URL " + why);
  }
}
