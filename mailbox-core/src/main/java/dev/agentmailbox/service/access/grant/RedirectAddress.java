package dev.agentmailbox.service.access.grant;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A redirect URI: https, or http on the loopback interface. It must match a registered URI exactly,
 * except for the port of a loopback URI (RFC 8252 sections 7.3 and 8.4). Immutable.
 */
public final class RedirectAddress {
  /** Longest URI, in characters. */
  public static final int MAX_CHARACTERS = 2_048;

  private static final Set<String> OWN_MACHINE = Set.of("127.0.0.1", "[::1]", "localhost");

  private final String text;
  private final URI uri;

  private RedirectAddress(String text, URI uri) {
    this.text = text;
    this.uri = uri;
  }

  /** Parses a URI; empty when it is not allowed. */
  public static Optional<RedirectAddress> read(String text) {
    if (text.length() > MAX_CHARACTERS || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return Optional.empty();
    }
    try {
      RedirectAddress address = new RedirectAddress(text, new URI(text));
      return address.isAllowed() ? Optional.of(address) : Optional.empty();
    } catch (URISyntaxException notAnAddress) {
      return Optional.empty();
    }
  }

  private boolean isAllowed() {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean plain = uri.getRawFragment() == null && uri.getRawUserInfo() == null;
    return plain
        && uri.getHost() != null
        && (scheme.equals("https") || (scheme.equals("http") && isOnOwnMachine()));
  }

  /** Whether it is a loopback URI. */
  public boolean isOnOwnMachine() {
    return OWN_MACHINE.contains(host());
  }

  /** The host, to be shown to the human. */
  public String host() {
    return uri.getHost().toLowerCase(Locale.ROOT);
  }

  /** Whether it matches a registered URI. */
  boolean isCoveredBy(String registered) {
    if (text.equals(registered)) {
      return true;
    }
    return isOnOwnMachine()
        && uri.getScheme().equals("http")
        && read(registered).filter(this::differsInPortOnly).isPresent();
  }

  private boolean differsInPortOnly(RedirectAddress other) {
    return Objects.equals(uri.getScheme(), other.uri.getScheme())
        && Objects.equals(uri.getHost(), other.uri.getHost())
        && Objects.equals(uri.getRawPath(), other.uri.getRawPath())
        && Objects.equals(uri.getRawQuery(), other.uri.getRawQuery());
  }

  @Override
  public String toString() {
    return text;
  }
}
