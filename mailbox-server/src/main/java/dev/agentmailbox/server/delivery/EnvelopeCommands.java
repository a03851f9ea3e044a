package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The MAIL and RCPT lines of one message, with the extensions that the server supports: SIZE (RFC
 * 1870), BODY (RFC 6152), SMTPUTF8 (RFC 6531) and delivery reports (RFC 3461).
 */
final class EnvelopeCommands {
  /** RFC 3461 section 4.4. */
  private static final int ENVELOPE_ID_CHARACTERS = 100;

  /** RFC 3461 section 4.2. */
  private static final int ORIGINAL_RECIPIENT_CHARACTERS = 500;

  private final Peer peer;
  private final SmtpConnection connection;
  private final OutboundMail mail;
  private final ContentScan scan;

  EnvelopeCommands(Peer peer, SmtpConnection connection, OutboundMail mail, ContentScan scan) {
    this.peer = peer;
    this.connection = connection;
    this.mail = mail;
    this.scan = scan;
  }

  /** Why this server cannot accept the message, or null. */
  @Nullable Reply unfit() {
    String limit = connection.extensions().getOrDefault("SIZE", "");
    boolean tooLarge =
        limit.matches("[0-9]{1,18}")
            && Long.parseLong(limit) > 0
            && mail.content().size() > Long.parseLong(limit);
    if (tooLarge) {
      return new Reply(0, "5.3.4", "the next hop accepts messages of at most " + limit + " bytes");
    }
    if (scan.eightBit() && !connection.offers("8BITMIME")) {
      return new Reply(0, "5.6.3", "the next hop accepts only 7-bit messages");
    }
    if (needsMore(mail.envelopeSender())) {
      return new Reply(0, "5.6.7", "the next hop does not support internationalized addresses");
    }
    return null;
  }

  /** Whether the address needs SMTPUTF8 and the server does not support it. */
  boolean needsMore(String address) {
    return !AddressCheck.isAscii(address) && !connection.offers("SMTPUTF8");
  }

  String mail() {
    StringBuilder line = new StringBuilder("MAIL FROM:<" + mail.envelopeSender() + ">");
    if (connection.offers("SIZE")) {
      line.append(" SIZE=").append(mail.content().size());
    }
    if (scan.eightBit()) {
      line.append(" BODY=8BITMIME");
    }
    boolean international =
        !AddressCheck.isAscii(mail.envelopeSender())
            || !mail.recipients().stream().allMatch(AddressCheck::isAscii);
    if (international && connection.offers("SMTPUTF8")) {
      line.append(" SMTPUTF8");
    }
    if (wantsReports()) {
      line.append(" RET=HDRS");
      String envelopeId = xtext(mail.sendId());
      if (!envelopeId.isEmpty() && envelopeId.length() <= ENVELOPE_ID_CHARACTERS) {
        line.append(" ENVID=").append(envelopeId);
      }
    }
    return line.toString();
  }

  String recipient(String address) {
    StringBuilder line = new StringBuilder("RCPT TO:<" + address + ">");
    if (wantsReports()) {
      line.append(" NOTIFY=").append(peer.reportsAskedFor());
      String original = xtext(address);
      if (AddressCheck.isAscii(address) && original.length() <= ORIGINAL_RECIPIENT_CHARACTERS) {
        line.append(" ORCPT=rfc822;").append(original);
      }
    }
    return line.toString();
  }

  /** Mail without a return path gets no delivery reports. */
  private boolean wantsReports() {
    return connection.offers("DSN") && !mail.envelopeSender().isEmpty();
  }

  /** RFC 3461 section 4: xtext: everything but visible ASCII, and + and =, in hexadecimal. */
  private static String xtext(String text) {
    StringBuilder coded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > ' ' && b < 0x7f && b != '+' && b != '=') {
        coded.append((char) b);
      } else {
        coded.append(String.format(Locale.ROOT, "+%02X", b & 0xff));
      }
    }
    return coded.toString();
  }
}
