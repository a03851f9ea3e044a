package dev.agentmailbox.server.delivery;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The transaction of one message over one connection: MAIL, RCPT for each recipient, DATA, content,
 * final dot.
 *
 * <p>Any failure before the final dot is safe to retry. A callback runs just before the dot; after
 * that, without a valid reply the outcome is unknown.
 */
final class MessageDialogue {
  private static final int START_MAIL_INPUT = 354;
  private static final int SERVICE_CLOSING = 421;
  private static final int READ_BYTES = 16 * 1024;
  private static final byte[] CR_LF = "\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = ".\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Peer peer;
  private final SmtpConnection connection;
  private final SmtpClientSettings settings;
  private final OutboundMail mail;
  private final ContentScan scan;
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
  private boolean reusable;

  /** The idle connection was closed by the peer: another one should be tried. */
  static final class StaleConnection extends Exception {
    private static final long serialVersionUID = 1L;

    private StaleConnection() {
      super("the idle connection was closed", null, false, false);
    }
  }

  /**
   * @param mail with validated addresses
   */
  MessageDialogue(
      Peer peer,
      SmtpConnection connection,
      SmtpClientSettings settings,
      OutboundMail mail,
      ContentScan scan) {
    this.peer = peer;
    this.connection = connection;
    this.settings = settings;
    this.mail = mail;
    this.scan = scan;
  }

  /** Whether the connection can be reused. */
  boolean isReusable() {
    return reusable;
  }

  /**
   * Runs the transaction.
   *
   * @return an outcome for each recipient of the mail
   */
  Map<String, Outcome> run(Runnable mark) throws StaleConnection {
    EnvelopeCommands commands = new EnvelopeCommands(peer, connection, mail, scan);
    Reply unfit = commands.unfit();
    if (unfit != null) {
      reusable = true;
      return settle(mail.recipients(), Outcome.of(peer.refused(), unfit));
    }
    try {
      if (mailFrom(commands)) {
        List<String> accepted = recipients(commands);
        if (accepted.isEmpty()) {
          reset();
        } else {
          data(accepted, mark);
        }
      }
    } catch (IOException e) {
      reusable = false;
      settle(mail.recipients(), failure(Kind.TEMPORARY, e));
    }
    return outcomes;
  }

  private boolean mailFrom(EnvelopeCommands commands) throws IOException, StaleConnection {
    boolean kept = connection.messages() > 0;
    SmtpReply reply;
    try {
      reply = connection.command(commands.mail());
    } catch (IOException e) {
      if (kept) {
        throw new StaleConnection();
      }
      throw e;
    }
    if (kept && reply.code() == SERVICE_CLOSING) {
      throw new StaleConnection();
    }
    if (reply.isPositive()) {
      return true;
    }
    settle(mail.recipients(), refusal(reply, peer.refused()));
    reusable = reply.code() != SERVICE_CLOSING;
    return false;
  }

  private List<String> recipients(EnvelopeCommands commands) throws IOException {
    List<String> accepted = new ArrayList<>();
    for (String recipient : mail.recipients()) {
      if (commands.needsMore(recipient)) {
        Reply why =
            new Reply(0, "5.6.7", "the next hop does not support internationalized addresses");
        settle(List.of(recipient), Outcome.of(peer.refused(), why));
        continue;
      }
      SmtpReply reply = connection.command(commands.recipient(recipient));
      if (reply.isPositive()) {
        accepted.add(recipient);
        continue;
      }
      settle(List.of(recipient), refusal(reply, peer.refusedRecipient(reply)));
      if (reply.code() == SERVICE_CLOSING) {
        throw new IOException("the server is closing");
      }
    }
    return accepted;
  }

  private void reset() throws IOException {
    reusable = connection.command("RSET").isPositive();
  }

  private void data(List<String> accepted, Runnable mark) throws IOException {
    SmtpReply reply = connection.command("DATA");
    if (reply.code() != START_MAIL_INPUT) {
      settle(accepted, refusal(reply, peer.refused()));
      if (reply.code() != SERVICE_CLOSING) {
        reset();
      }
      return;
    }
    OutputStream out = connection.out();
    writeContent(mail.content(), out);
    if (!scan.endsLine()) {
      out.write(CR_LF);
    }
    out.flush();
    connection.refuseUnexpectedInput();
    mark.run();
    settle(accepted, afterDot());
  }

  private Outcome afterDot() {
    try {
      connection.out().write(END);
      connection.out().flush();
      SmtpReply reply = connection.reply(settings.finalReply());
      if (reply.isPositive()) {
        reusable = true;
        return Outcome.accepted(reply.forRecord());
      }
      if (reply.code() / 100 == 3) {
        return Outcome.of(Kind.UNKNOWN, reply.forRecord());
      }
      reusable = reply.code() != SERVICE_CLOSING;
      return refusal(reply, peer.refused());
    } catch (IOException e) {
      return failure(Kind.UNKNOWN, e);
    }
  }

  /** RFC 5321 section 4.5.2. All line ends are CR LF. */
  private static void writeContent(RawMessage content, OutputStream out) throws IOException {
    byte[] buffer = new byte[READ_BYTES];
    boolean lineStart = true;
    try (InputStream in = content.open()) {
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        int unwritten = 0;
        for (int i = 0; i < length; i++) {
          if (lineStart && buffer[i] == '.') {
            out.write(buffer, unwritten, i - unwritten);
            out.write('.');
            unwritten = i;
          }
          lineStart = buffer[i] == '\n';
        }
        out.write(buffer, unwritten, length - unwritten);
      }
    }
  }

  private static Outcome refusal(SmtpReply reply, Kind whenPermanent) {
    return Outcome.of(reply.isPermanent() ? whenPermanent : Kind.TEMPORARY, reply.forRecord());
  }

  private static Outcome failure(Kind kind, IOException e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return Outcome.of(kind, new Reply(0, null, "the connection failed: " + message));
  }

  /** Outcomes already known are kept. */
  private Map<String, Outcome> settle(List<String> recipients, Outcome outcome) {
    for (String recipient : recipients) {
      outcomes.putIfAbsent(recipient, outcome);
    }
    return outcomes;
  }
}
