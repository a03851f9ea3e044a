package dev.agentmailbox.server.mtasts;

import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpGet;

/**
 * Fetches a policy file (RFC 8461 section 3.3): redirects are not followed, the certificate must be
 * valid and name the policy host. Thread safe.
 */
final class PolicyFetch implements AutoCloseable {
  static final int HTTPS_PORT = 443;

  /** Look-up, connecting, TLS, and everything that is read, together. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Section 3.2: the longest policy that must be read. */
  static final int MAX_BYTES = 64 * 1024;

  private static final int OK = 200;

  private final OutgoingHttp http;
  private final int port;

  PolicyFetch(OutgoingHttp http, int port) {
    this.http = http;
    this.port = port;
  }

  /**
   * Fetches the policy of a domain.
   *
   * @param domain ASCII
   * @return empty when what is there is no policy: another status, a redirect too, another type
   * @throws IOException nothing was there, it did not come in time, or it was too long
   */
  Optional<StsPolicy> policy(String domain) throws IOException {
    HttpGet get =
        new HttpGet("https://mta-sts." + domain + ":" + port + "/.well-known/mta-sts.txt");
    get.addHeader("Accept", "text/plain");
    get.addHeader("User-Agent", "agent-mailbox");
    OutgoingHttp.Reply reply = http.exchange(get, LIMIT, MAX_BYTES);
    return reply.status() == OK && reply.mediaType().equals("text/plain")
        ? StsPolicy.parse(new String(reply.body(), StandardCharsets.ISO_8859_1))
        : Optional.empty();
  }

  @Override
  public void close() {
    http.close();
  }
}
