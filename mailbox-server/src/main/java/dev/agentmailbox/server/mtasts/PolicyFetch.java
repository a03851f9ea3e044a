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

  /** Overall deadline: lookup, connect, TLS and reading. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Section 3.2: maximum size of a policy. */
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
   * @return empty when the response is no policy: other status, redirect or media type
   * @throws IOException no response, a timeout, or a response that is too long
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
