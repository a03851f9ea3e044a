package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;

/** The kind of next hop, which decides the meaning of its replies. */
enum Peer {
  /** Our own relay: a permanent refusal, other than of a recipient, concerns us. */
  RELAY,
  /** The recipient's own server: a permanent refusal is a bounce. */
  DESTINATION;

  /** Classifies a 5xx to RCPT. A relay's 5.7.x concerns us, not the recipient. */
  Kind refusedRecipient(SmtpReply reply) {
    String enhanced = reply.enhanced();
    boolean ofPolicy = enhanced != null && enhanced.startsWith("5.7.");
    return this == RELAY && ofPolicy ? Kind.REJECTED : Kind.RECIPIENT_REFUSED;
  }

  /** Classifies any other 5xx. */
  Kind refused() {
    return this == RELAY ? Kind.REJECTED : Kind.MESSAGE_REFUSED;
  }

  /** A relay's 250 does not mean delivery, so a delivery report is requested (RFC 3461). */
  String reportsAskedFor() {
    return this == RELAY ? "SUCCESS,FAILURE,DELAY" : "FAILURE,DELAY";
  }
}
