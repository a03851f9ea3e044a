package dev.agentmailbox.server.smtp;

import dev.agentmailbox.server.smtp.EnvelopePath.BadPath;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.subethamail.smtp.server.Session;

/** MAIL (RFC 5321 section 4.1.1.2) with SIZE (RFC 1870), BODY (RFC 6152), SMTPUTF8 (RFC 6531). */
final class MailVerb extends Verb {
  private static final String PREFIX = "FROM:";

  /** More digits than any message size has. */
  private static final int SIZE_DIGITS = 18;

  private final SmtpSettings settings;

  MailVerb(SmtpSettings settings, Conversations conversations) {
    super("MAIL", conversations);
    this.settings = settings;
  }

  @Override
  void answer(String argument, Session session, Conversation conversation) throws IOException {
    session.sendResponse(reply(argument, conversation));
  }

  private String reply(String argument, Conversation conversation) {
    if (!conversation.greeted()) {
      return "503 5.5.1 EHLO or HELO first";
    }
    if (conversation.transaction() != null) {
      return "503 5.5.1 Sender already given";
    }
    if (!argument.toUpperCase(Locale.ROOT).startsWith(PREFIX)) {
      return "501 5.5.4 Syntax: MAIL FROM:<address>";
    }
    EnvelopePath path;
    try {
      path = EnvelopePath.parse(argument.substring(PREFIX.length()));
    } catch (BadPath e) {
      return e.isAddress()
          ? "501 5.1.7 Bad sender address"
          : "501 5.5.4 Syntax: MAIL FROM:<address>";
    }
    return begin(path, conversation);
  }

  private String begin(EnvelopePath path, Conversation conversation) {
    boolean internationalized = false;
    for (Map.Entry<String, String> parameter : path.parameters().entrySet()) {
      String value = parameter.getValue();
      switch (parameter.getKey()) {
        case "SIZE" -> {
          if (!value.matches("[0-9]{1,20}")) {
            return "501 5.5.4 Bad SIZE";
          }
          if (value.length() > SIZE_DIGITS
              || Long.parseLong(value) > settings.limits().messageBytes()) {
            return "552 5.3.4 Message is larger than " + settings.limits().messageBytes();
          }
        }
        case "BODY" -> {
          if (!value.equalsIgnoreCase("7BIT") && !value.equalsIgnoreCase("8BITMIME")) {
            return "501 5.5.4 Bad BODY";
          }
        }
        case "SMTPUTF8" -> internationalized = true;
        default -> {
          return "555 5.5.4 Unknown parameter";
        }
      }
    }
    if (!internationalized && !path.isAscii()) {
      return "553 5.6.7 Needs SMTPUTF8";
    }
    conversation.begin(new Transaction(path.address(), internationalized));
    return "250 2.1.0 Ok";
  }
}
