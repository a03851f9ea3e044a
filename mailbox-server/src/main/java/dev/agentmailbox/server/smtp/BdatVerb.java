package dev.agentmailbox.server.smtp;

import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.server.Session;

/**
 * BDAT (RFC 3030), which is not offered. A client that sends it anyway sends message bytes right
 * after it, so the connection is closed.
 */
final class BdatVerb extends Verb {
  BdatVerb(Conversations conversations) {
    super("BDAT", conversations);
  }

  @Override
  void answer(String argument, Session session, Conversation conversation)
      throws DropConnectionException {
    throw new DropConnectionException(502, "5.5.1 BDAT is not offered");
  }
}
