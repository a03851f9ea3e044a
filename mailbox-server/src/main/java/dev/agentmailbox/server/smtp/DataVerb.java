package dev.agentmailbox.server.smtp;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.service.work.MailLog;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.server.Session;

/**
 * DATA (RFC 5321 section 4.1.1.4).
 *
 * <p>After 354 the message is always read to its end before replying, even on errors: unread
 * message bytes would be taken for commands. A client that sends bytes before 354, or after the
 * final dot, uses PIPELINING that was not offered and may be smuggling a second message, so it is
 * refused and the connection closed.
 */
final class DataVerb extends Verb {
  private static final Logger LOG = LoggerFactory.getLogger(DataVerb.class);

  private static final int READ_BYTES = 8 * 1024;

  /** How much of an oversized message is read before disconnecting, in multiples of the limit. */
  private static final int DRAIN_FACTOR = 2;

  private static final String ACCEPTED = "250 2.0.0 Ok ";
  private static final String PIPELINED = "5.5.0 Pipelining was not offered";

  private final SmtpSettings settings;
  private final MailReceiver receiver;
  private final ReceivedHeader received;

  DataVerb(
      SmtpSettings settings,
      MailReceiver receiver,
      ReceivedHeader received,
      Conversations conversations) {
    super("DATA", conversations);
    this.settings = settings;
    this.receiver = receiver;
    this.received = received;
  }

  @Override
  void answer(String argument, Session session, Conversation conversation)
      throws IOException, DropConnectionException {
    Transaction transaction = conversation.transaction();
    if (!argument.isEmpty()) {
      session.sendResponse("501 5.5.4 DATA takes no argument");
    } else if (transaction == null) {
      session.sendResponse("503 5.5.1 MAIL first");
    } else if (transaction.recipientCount() == 0) {
      session.sendResponse("554 5.5.1 No valid recipients");
    } else if (session.getRawInput().available() > 0) {
      throw new DropConnectionException(554, PIPELINED);
    } else {
      session.sendResponse(receive(session, conversation, transaction));
    }
  }

  private String receive(Session session, Conversation conversation, Transaction transaction)
      throws DropConnectionException {
    String id = received.nextId();
    ContentStore.Spool spool = null;
    try {
      spool = receiver.spool();
      OutputStream out = spool.out();
      out.write(received.bytes(conversation, transaction, id));
      session.sendResponse("354 End data with <CR><LF>.<CR><LF>");
      BodyParser parser = new BodyParser(out, settings.limits().messageBytes());
      boolean pipelined = readToEnd(session, conversation, parser);
      conversation.suspendDeadline();
      if (pipelined) {
        throw new DropConnectionException(554, PIPELINED);
      }
      String reply = judged(parser, out, envelope(conversation, transaction), spool, id);
      MailLog.received(
          id, transaction.returnPath(), transaction.recipientCount(), parser.bytes(), codes(reply));
      if (reply.startsWith(ACCEPTED)) {
        conversation.countMessage();
      }
      return reply;
    } catch (ClientGone e) {
      LOG.debug("the client disconnected during message {}", id);
      throw new DropConnectionException(421, "4.4.2 " + e.getMessage());
    } catch (StorageFullException e) {
      return NO_ROOM;
    } catch (IOException e) {
      LOG.warn("message {} could not be written: {}", id, e.toString());
      return OUR_DEFECT;
    } finally {
      conversation.forgetTransaction();
      close(spool, id);
    }
  }

  /** An accepted message stays accepted, even if closing the spool fails. */
  private static void close(ContentStore.@Nullable Spool spool, String id) {
    if (spool == null) {
      return;
    }
    try {
      spool.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("closing the spool of message {} failed", id, e);
    }
  }

  private static Envelope envelope(Conversation conversation, Transaction transaction) {
    return new Envelope(
        transaction.returnPath(),
        transaction.recipients(),
        conversation.helo(),
        conversation.address().getHostAddress(),
        false);
  }

  /**
   * Reads until the final dot.
   *
   * @return whether more bytes followed it
   * @throws ClientGone when the client disconnects or times out
   */
  private boolean readToEnd(Session session, Conversation conversation, BodyParser parser)
      throws ClientGone, DropConnectionException {
    SmtpSettings.Limits limits = settings.limits();
    conversation.waitAtMost(limits.wholeData());
    long until = System.nanoTime() + limits.wholeData().toNanos();
    InputStream in = session.getRawInput();
    byte[] buffer = new byte[READ_BYTES];
    try {
      while (true) {
        long left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        if (left <= 0) {
          throw new ClientGone("Message took too long");
        }
        session.getSocket().setSoTimeout((int) Math.min(left, limits.idle().toMillis()));
        int length = in.read(buffer);
        if (length < 0) {
          throw new EOFException();
        }
        int end = parser.feed(buffer, length);
        if (end != BodyParser.NOT_ENDED) {
          session.getSocket().setSoTimeout((int) limits.idle().toMillis());
          return end < length || in.available() > 0;
        }
        if (parser.bytes() > DRAIN_FACTOR * limits.messageBytes()) {
          throw new DropConnectionException(552, tooLarge());
        }
      }
    } catch (SocketTimeoutException e) {
      throw new ClientGone("Time-out while waiting for the message");
    } catch (IOException e) {
      if (e instanceof ClientGone gone) {
        throw gone;
      }
      throw new ClientGone("Connection lost");
    }
  }

  private String judged(
      BodyParser parser, OutputStream out, Envelope envelope, ContentStore.Spool spool, String id)
      throws IOException {
    if (parser.tooLarge()) {
      return "552 " + tooLarge();
    }
    if (parser.malformed()) {
      return "550 5.6.0 Message has a bare CR, a bare LF or a NUL";
    }
    if (parser.sinkFailure() instanceof StorageFullException) {
      return NO_ROOM;
    }
    if (parser.sinkFailure() != null) {
      LOG.warn("message {} could not be written", id, parser.sinkFailure());
      return OUR_DEFECT;
    }
    try {
      out.flush();
      receiver.accept(envelope, spool);
      return ACCEPTED + id;
    } catch (ReceiveException e) {
      return switch (e.kind()) {
        case FULL -> "452 4.2.2 Mailbox is full";
        case NO_ROOM -> NO_ROOM;
        case BUSY -> {
          LOG.info("message {} was deferred: too much HTML is being parsed", id);
          yield "451 4.3.2 Too busy to read the message, try again later";
        }
        case UNAVAILABLE -> {
          LOG.warn("message {} could not be stored", id, e);
          yield OUR_DEFECT;
        }
      };
    }
  }

  private String tooLarge() {
    return "5.3.4 Message is larger than " + settings.limits().messageBytes();
  }

  /** The message was not received completely. */
  private static final class ClientGone extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGone(String message) {
      super(message);
    }
  }
}
