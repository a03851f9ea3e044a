package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.util.List;
import org.subethamail.smtp.server.Session;

/** Commands with a fixed reply (RFC 5321 sections 4.1.1.5 to 4.1.1.10). */
final class SmallVerb extends Verb {
  private enum Effect {
    NONE,
    FORGET_TRANSACTION,
    END
  }

  private final String reply;
  private final Effect effect;

  private SmallVerb(String name, String reply, Effect effect, Conversations conversations) {
    super(name, conversations);
    this.reply = reply;
    this.effect = effect;
  }

  static List<Verb> all(Conversations conversations) {
    String notOffered = "502 5.5.1 Not offered";
    return List.of(
        new SmallVerb("NOOP", "250 2.0.0 Ok", Effect.NONE, conversations),
        new SmallVerb("RSET", "250 2.0.0 Ok", Effect.FORGET_TRANSACTION, conversations),
        new SmallVerb("QUIT", "221 2.0.0 Bye", Effect.END, conversations),
        new SmallVerb(
            "VRFY", "252 2.5.2 Cannot verify, but will take a message", Effect.NONE, conversations),
        new SmallVerb("EXPN", notOffered, Effect.NONE, conversations),
        new SmallVerb("HELP", "214 2.0.0 See RFC 5321", Effect.NONE, conversations),
        new SmallVerb("AUTH", notOffered, Effect.NONE, conversations),
        // RFC 3030: a client that sends it anyway sends message bytes right after it.
        new SmallVerb("BDAT", "502 5.5.1 BDAT is not offered", Effect.END, conversations));
  }

  @Override
  void answer(String argument, Session session, Conversation conversation) throws IOException {
    if (effect != Effect.NONE) {
      conversation.forgetTransaction();
    }
    session.sendResponse(reply);
    if (effect == Effect.END) {
      session.quit();
    }
  }
}
