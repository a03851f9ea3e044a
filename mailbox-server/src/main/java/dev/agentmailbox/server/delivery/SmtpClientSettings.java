package dev.agentmailbox.server.delivery;

import java.time.Duration;

/**
 * Settings of the SMTP client.
 *
 * @param helloName EHLO name
 * @param connect timeout of a name lookup, and of a TCP connect
 * @param reply timeout of a command reply (RFC 5321 section 4.5.3.2 recommends 5 minutes; this
 *     service prefers an earlier retry)
 * @param finalReply timeout of the reply to the final dot
 * @param wholeMessage deadline of one message, after which its connection is closed
 * @param keptIdle idle timeout of pooled connections
 * @param connections maximum open connections; messages without one are retried later
 * @param keptConnections maximum idle connections
 */
public record SmtpClientSettings(
    String helloName,
    Duration connect,
    Duration reply,
    Duration finalReply,
    Duration wholeMessage,
    Duration keptIdle,
    int connections,
    int keptConnections) {
  public static SmtpClientSettings usual(String helloName) {
    return new SmtpClientSettings(
        helloName,
        Duration.ofSeconds(20),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(10),
        Duration.ofSeconds(20),
        10,
        4);
  }
}
