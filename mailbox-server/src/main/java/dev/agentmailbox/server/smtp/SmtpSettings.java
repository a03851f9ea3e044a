package dev.agentmailbox.server.smtp;

import dev.agentmailbox.server.tls.TlsFiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the SMTP listener.
 *
 * @param host address to listen on
 * @param port TCP port; 0 for any free one, see {@link SmtpListener#port()}
 * @param hostName host name in the greeting and in Received headers
 * @param tls certificate for STARTTLS (RFC 3207); null: STARTTLS is not offered
 */
public record SmtpSettings(
    String host, int port, String hostName, Limits limits, @Nullable TlsFiles tls) {
  /** Default limits, no TLS. */
  public static SmtpSettings plain(String host, int port, String hostName) {
    return new SmtpSettings(host, port, hostName, Limits.USUAL, null);
  }

  public SmtpSettings withTls(TlsFiles files) {
    return new SmtpSettings(host, port, hostName, limits, files);
  }

  public SmtpSettings withLimits(Limits others) {
    return new SmtpSettings(host, port, hostName, others, tls);
  }

  /**
   * Limits per connection and overall.
   *
   * @param messageBytes maximum message size, announced as SIZE (RFC 1870)
   * @param recipients maximum per message
   * @param connections maximum in total
   * @param connectionsPerAddress from one IPv4 address or one IPv6 /64 network
   * @param idle timeout for a command, and for the next bytes of a message
   * @param wholeData timeout between 354 and the final dot
   */
  public record Limits(
      long messageBytes,
      int recipients,
      int connections,
      int connectionsPerAddress,
      Duration idle,
      Duration wholeData) {
    /** Minimums of RFC 5321 section 4.5.3, and a common message size. */
    public static final Limits USUAL =
        new Limits(26_214_400, 100, 500, 20, Duration.ofMinutes(5), Duration.ofMinutes(10));

    /** Divisor: a network may hold a quarter of all connections. */
    private static final int NETWORK_PART = 4;

    public Limits {
      if (messageBytes < 1 || recipients < 1 || connections < 1 || connectionsPerAddress < 1) {
        throw new IllegalArgumentException("SMTP limits must be positive");
      }
      if (idle.toMillis() < 1 || idle.toMillis() > Integer.MAX_VALUE || wholeData.toMillis() < 1) {
        throw new IllegalArgumentException("SMTP time limits must be from 1 ms to 24 days");
      }
    }

    /**
     * Concurrent connections from one IPv4 /24 or IPv6 /48 network, so that no network can take all
     * of them.
     */
    int connectionsPerNetwork() {
      return Math.max(connectionsPerAddress, connections / NETWORK_PART);
    }
  }
}
