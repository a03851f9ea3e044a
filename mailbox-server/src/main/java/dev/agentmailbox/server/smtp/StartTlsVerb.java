package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.server.Session;

/**
 * STARTTLS (RFC 3207). Input sent in clear after the command is discarded with its buffer, which
 * prevents command injection by a man in the middle.
 */
final class StartTlsVerb extends Verb {
  private static final Logger LOG = LoggerFactory.getLogger(StartTlsVerb.class);

  private final @Nullable SSLContext context;

  /**
   * @param context null when STARTTLS is not offered
   */
  StartTlsVerb(@Nullable SSLContext context, Conversations conversations) {
    super("STARTTLS", conversations);
    this.context = context;
  }

  @Override
  void answer(String argument, Session session, Conversation conversation)
      throws IOException, DropConnectionException {
    if (context == null) {
      session.sendResponse("502 5.5.1 STARTTLS is not offered");
    } else if (!argument.isEmpty()) {
      session.sendResponse("501 5.5.4 STARTTLS takes no argument");
    } else if (conversation.secure()) {
      session.sendResponse("503 5.5.1 TLS is already on");
    } else {
      session.sendResponse("220 2.0.0 Ready to start TLS");
      negotiate(context, session, conversation);
    }
  }

  private static void negotiate(SSLContext context, Session session, Conversation conversation)
      throws DropConnectionException {
    Socket plain = conversation.socket();
    try {
      SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(plain, null, true);
      secure.setUseClientMode(false);
      secure.startHandshake();
      session.setSocket(new ConversationSocket(secure));
      session.setTlsStarted(true);
      conversation.resetAfterTls();
    } catch (IOException e) {
      LOG.debug("a TLS handshake failed: {}", e.toString());
      conversation.cut();
      throw new DropConnectionException(421, "4.7.0 TLS handshake failed");
    }
  }
}
