package dev.agentmailbox.server.smtp;

import dev.agentmailbox.service.work.OutOfMemory;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.internal.server.Command;
import org.subethamail.smtp.internal.server.HelpMessage;
import org.subethamail.smtp.server.Session;

/**
 * An SMTP command. All commands of the library are replaced, because they track transactions
 * differently, and so that all follow the same rules: names must match in full, internal errors
 * reply 451 instead of disconnecting, and a stopping server disconnects only between transactions.
 */
abstract class Verb implements Command {
  static final String OUR_DEFECT = "451 4.3.0 Local error, try again later";
  static final String NO_ROOM = "452 4.3.1 Not enough storage, try again later";

  private static final Logger LOG = LoggerFactory.getLogger(Verb.class);

  private final String name;
  private final Conversations conversations;

  Verb(String name, Conversations conversations) {
    this.name = name;
    this.conversations = conversations;
  }

  /**
   * Executes a command.
   *
   * @param argument what follows the verb, without surrounding space
   * @throws DropConnectionException to reply and close
   */
  abstract void answer(String argument, Session session, Conversation conversation)
      throws IOException, DropConnectionException;

  @Override
  public final void execute(String line, Session session)
      throws IOException, DropConnectionException {
    Conversation conversation = conversations.of(session);
    if (!conversation.beginCommand()) {
      throw new DropConnectionException(421, Conversations.STOPPING);
    }
    try {
      if (conversation.hasTooManyCommands()) {
        throw new DropConnectionException(421, "4.7.0 Too many commands without a message");
      }
      if (conversation.isTooLong(System.nanoTime())) {
        throw new DropConnectionException(421, "4.4.2 Too much time without a message");
      }
      if (isNamedIn(line)) {
        answer(line.substring(name.length()).strip(), session, conversation);
      } else {
        session.sendResponse("500 5.5.2 Command not recognized");
      }
    } catch (RuntimeException e) {
      LOG.warn("an SMTP {} command failed", name, e);
      conversation.forgetTransaction();
      session.sendResponse(OUR_DEFECT);
    } catch (OutOfMemoryError fatal) {
      // The library would swallow it; the uncaught exception handler decides.
      OutOfMemory.report(fatal);
      throw fatal;
    } finally {
      conversation.endCommand();
    }
    if (conversations.isStopping() && conversation.transaction() == null) {
      throw new DropConnectionException(421, Conversations.STOPPING);
    }
  }

  /** Reply code and enhanced status code of an answer that has both. */
  static String codes(String reply) {
    int end = reply.indexOf(' ', reply.indexOf(' ') + 1);
    return end < 0 ? reply : reply.substring(0, end);
  }

  /** The library compares only the first four letters. */
  private boolean isNamedIn(String line) {
    return line.toUpperCase(Locale.ROOT).startsWith(name)
        && (line.length() == name.length() || line.charAt(name.length()) == ' ');
  }

  @Override
  public final String getName() {
    return name;
  }

  @Override
  public final HelpMessage getHelp() {
    return new HelpMessage(name, "");
  }
}
