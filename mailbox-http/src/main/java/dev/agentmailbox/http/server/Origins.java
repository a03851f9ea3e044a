package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Allowed origins of web pages: those of the service itself. Immutable and thread safe. */
public final class Origins {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> allowed = new HashSet<>();

  /** The origins of the given URLs; a loopback URL allows every loopback name. */
  public Origins(String... addresses) {
    for (String address : addresses) {
      URI uri = URI.create(address);
      String host = String.valueOf(uri.getHost());
      if (LOOPBACK.contains(host)) {
        LOOPBACK.forEach(name -> allowed.add(origin(uri, name)));
      } else {
        allowed.add(origin(uri, host));
      }
    }
  }

  /**
   * Checks an {@code Origin} header.
   *
   * @param origin null when absent, as from clients that are not browsers
   * @throws MailboxException {@code origin_mismatch}
   */
  public void require(@Nullable String origin) {
    if (origin != null && !allowed.contains(origin.toLowerCase(Locale.ROOT))) {
      throw MailboxException.of(
          ErrorCode.ORIGIN_MISMATCH, "the request comes from a page of another site");
    }
  }

  private static String origin(URI uri, String host) {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return (uri.getScheme() + "://" + host + port).toLowerCase(Locale.ROOT);
  }
}
