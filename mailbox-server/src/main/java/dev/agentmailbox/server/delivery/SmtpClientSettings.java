package dev.agentmailbox.server.delivery;

import java.time.Duration;

/**
 * How the SMTP client behaves.
 *
 * @param helloName what it calls itself in EHLO
 * @param connect longest wait for a name look-up, and for one TCP connection
 * @param reply longest wait for the reply to a command (RFC 5321 section 4.5.3.2 asks for 5 minutes
 *     from patient senders; mail for agents is tried again sooner)
 * @param finalReply longest wait for the reply to the final dot
 * @param wholeMessage longest time for one message, after which its connection is cut
 * @param keptIdle how long an unused connection is kept
 * @param connections open at once; a message that finds none free in time is tried again later
 * @param keptConnections unused ones kept at most
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
