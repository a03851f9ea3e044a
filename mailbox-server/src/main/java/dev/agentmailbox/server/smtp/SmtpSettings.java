package dev.agentmailbox.server.smtp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the SMTP listener is set up.
 *
 * @param host address to listen on
 * @param port TCP port; 0 takes a free one, see {@link SmtpListener#port()}
 * @param hostName what the server calls itself in its greeting and in Received headers
 * @param tls certificate for STARTTLS (RFC 3207); null: STARTTLS is not offered
 */
public record SmtpSettings(
    String host, int port, String hostName, Limits limits, @Nullable TlsFiles tls) {
  /** The usual limits, no TLS. */
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
   * What one sender, and all of them together, may use.
   *
   * @param messageBytes largest message, announced as SIZE (RFC 1870)
   * @param recipients of one message
   * @param connections in all
   * @param connectionsPerAddress from one IPv4 address or one IPv6 /64 network
   * @param idle longest wait for a command, and for the next bytes of a message
   * @param wholeData longest time between 354 and the final dot
   */
  public record Limits(
      long messageBytes,
      int recipients,
      int connections,
      int connectionsPerAddress,
      Duration idle,
      Duration wholeData) {
    /** What RFC 5321 section 4.5.3 asks for, and a size most senders expect. */
    public static final Limits USUAL =
        new Limits(26_214_400, 100, 500, 20, Duration.ofMinutes(5), Duration.ofMinutes(10));

    /** A network has at most this part of all connections: a quarter. */
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
     * Connections at once from one IPv4 /24 or one IPv6 /48 network, so that no neighbourhood of
     * addresses holds all of them.
     */
    int connectionsPerNetwork() {
      return Math.max(connectionsPerAddress, connections / NETWORK_PART);
    }
  }
}
