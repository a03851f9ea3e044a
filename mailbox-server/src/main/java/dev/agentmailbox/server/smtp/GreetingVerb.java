package dev.agentmailbox.server.smtp;

import java.io.IOException;
import org.subethamail.smtp.server.Session;

/** EHLO and HELO (RFC 5321 section 4.1.1.1). */
final class GreetingVerb extends Verb {
  private static final int NAME_CHARACTERS = 255;

  private final boolean extended;
  private final SmtpSettings settings;

  private GreetingVerb(
      String name, boolean extended, SmtpSettings settings, Conversations conversations) {
    super(name, conversations);
    this.extended = extended;
    this.settings = settings;
  }

  static GreetingVerb ehlo(SmtpSettings settings, Conversations conversations) {
    return new GreetingVerb("EHLO", true, settings, conversations);
  }

  static GreetingVerb helo(SmtpSettings settings, Conversations conversations) {
    return new GreetingVerb("HELO", false, settings, conversations);
  }

  @Override
  void answer(String argument, Session session, Conversation conversation) throws IOException {
    boolean isName =
        !argument.isEmpty()
            && argument.length() <= NAME_CHARACTERS
            && argument.chars().allMatch(c -> c > ' ' && c != 0x7f);
    if (!isName) {
      session.sendResponse("501 5.5.4 A host name is needed");
      return;
    }
    conversation.greet(argument, extended);
    session.sendResponse(extended ? extensions(conversation) : "250 " + settings.hostName());
  }

  /** PIPELINING and CHUNKING are deliberately not offered: see {@link DataVerb}. */
  private String extensions(Conversation conversation) {
    StringBuilder reply = new StringBuilder("250-" + settings.hostName() + "\r\n250-8BITMIME\r\n");
    if (settings.tls() != null && !conversation.secure()) {
      reply.append("250-STARTTLS\r\n");
    }
    return reply
        .append("250-SIZE ")
        .append(settings.limits().messageBytes())
        .append("\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES")
        .toString();
  }
}
