package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;

/** Who is spoken to, and so what its refusals mean. */
enum Peer {
  /** Our own relay: what it refuses for good, apart from a recipient, it refuses us. */
  RELAY,
  /** The recipient's own server: what it refuses for good is a bounce. */
  DESTINATION;

  /** 5xx to RCPT. A relay's 5.7.x is about us, not about the recipient. */
  Kind refusedRecipient(SmtpReply reply) {
    String enhanced = reply.enhanced();
    boolean ofPolicy = enhanced != null && enhanced.startsWith("5.7.");
    return this == RELAY && ofPolicy ? Kind.REJECTED : Kind.RECIPIENT_REFUSED;
  }

  /** 5xx to anything else. */
  Kind refused() {
    return this == RELAY ? Kind.REJECTED : Kind.MESSAGE_REFUSED;
  }

  /** A relay's 250 says nothing of delivery, so a report of it is asked for (RFC 3461). */
  String reportsAskedFor() {
    return this == RELAY ? "SUCCESS,FAILURE,DELAY" : "FAILURE,DELAY";
  }
}
