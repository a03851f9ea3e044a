package dev.agentmailbox.server.smtp;

import dev.agentmailbox.mime.read.MailDates;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Writes the Received header (RFC 5321 section 4.4), with the EHLO name and address of the client
 * and without DNS lookups. Thread safe.
 */
final class ReceivedHeader {
  private static final String REPLACEMENT = "?";
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._:\\[\\]-]");

  private final String hostName;
  private final Clock clock;
  private final String run = Long.toString(new SecureRandom().nextLong() >>> 24, 36);
  private final AtomicLong count = new AtomicLong();

  ReceivedHeader(String hostName, Clock clock) {
    this.hostName = hostName;
    this.clock = clock;
  }

  /** A transaction id, for the header and the log. */
  String nextId() {
    return run + "-" + Long.toString(count.incrementAndGet(), 36);
  }

  byte[] bytes(Conversation conversation, Transaction transaction, String id) {
    String header =
        "Received: from %s (%s)\r\n\tby %s with %s id %s;\r\n\t%s\r\n"
            .formatted(
                safe(conversation.helo()),
                literal(conversation.address()),
                hostName,
                protocol(conversation, transaction),
                id,
                MailDates.format(clock.instant()));
    return header.getBytes(StandardCharsets.US_ASCII);
  }

  /** The protocol names of RFC 3848 and RFC 6531 section 4.3. */
  private static String protocol(Conversation conversation, Transaction transaction) {
    if (!conversation.extended()) {
      return "SMTP";
    }
    String name = transaction.internationalized() ? "UTF8SMTP" : "ESMTP";
    return conversation.secure() ? name + "S" : name;
  }

  /** The client chose its name, so only characters of host names and address literals are kept. */
  private static String safe(String helo) {
    return UNSAFE.matcher(helo).replaceAll(REPLACEMENT);
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    String bare = zone < 0 ? text : text.substring(0, zone);
    return address instanceof Inet6Address ? "[IPv6:" + bare + "]" : "[" + bare + "]";
  }
}
