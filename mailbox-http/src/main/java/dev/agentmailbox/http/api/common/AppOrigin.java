package dev.agentmailbox.http.api.common;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Origin of the console, as browsers serialize it (RFC 6454 section 6.2). State-changing requests
 * with a session must come from it.
 */
public record AppOrigin(String text) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /** The origin of an absolute http or https address. */
  public static AppOrigin of(String appUrl) {
    URI url = URI.create(appUrl);
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    String port = url.getPort() < 0 || url.getPort() == usual ? "" : ":" + url.getPort();
    return new AppOrigin(scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port);
  }

  /**
   * Refuses a missing or different origin.
   *
   * @throws MailboxException {@code origin_mismatch}
   */
  public void require(Optional<String> origin) {
    if (!origin.filter(text::equals).isPresent()) {
      throw MailboxException.of(
          ErrorCode.ORIGIN_MISMATCH, "the Origin header must be the origin of the console");
    }
  }
}
