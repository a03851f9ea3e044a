package dev.agentmailbox.examples;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.IdempotencyStore.Answer;
import dev.agentmailbox.service.event.EventFeed.Cursor;
import dev.agentmailbox.service.event.EventFeed.EventPage;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An agent that follows the events of its inbox and replies exactly once to each message that wakes
 * it, across restarts: it resumes at its cursor and uses the message id as idempotency key of the
 * reply.
 */
public final class AnsweringAgent {
  private static final int PAGE = 50;

  private final Mailbox mailbox;
  private final Caller caller;
  private final EventQuery query;
  private final UnaryOperator<String> mind;
  private @Nullable Cursor cursor;

  /**
   * Creates an agent for one inbox.
   *
   * @param mind produces the reply to a message text
   */
  public AnsweringAgent(Mailbox mailbox, Caller caller, Inbox inbox, UnaryOperator<String> mind) {
    this.mailbox = mailbox;
    this.caller = caller;
    this.query = new EventQuery(Set.of(EventType.MESSAGE_RECEIVED), Set.of(inbox.address()), null);
    this.mind = mind;
  }

  /**
   * Replies to messages received since the last call.
   *
   * @return the number of replies
   */
  public int work() {
    int answered = 0;
    EventPage page;
    do {
      page = mailbox.events().poll(caller, query, cursor, PAGE);
      for (LoggedEvent event : page.events()) {
        if (event.event().wakes() && answer(event)) {
          answered++;
        }
      }
      cursor = page.cursor();
    } while (page.hasMore());
    return answered;
  }

  private boolean answer(LoggedEvent logged) {
    String inboxId = Objects.requireNonNull(logged.event().inboxId());
    String messageId = Objects.requireNonNull(logged.event().messageId());
    MessageView mail = mailbox.messages().get(caller, inboxId, messageId);
    String asked = Objects.requireNonNullElse(mail.body().extractedText(), "");
    MailInput reply = MailInput.reply(inboxId, messageId).text(mind.apply(asked)).build();
    try {
      mailbox
          .sends()
          .submitAndWait(
              caller,
              reply,
              IdempotentRequest.keyed(
                  caller.scope().organizationId(),
                  "answer " + messageId,
                  "answer",
                  result -> new Answer(202, result.sendId())));
    } catch (IdempotentRequest.Replay before) {
      return false;
    } catch (MailboxException refused) {
      // A send check refused the reply: leave the message unread for a human.
      return false;
    }
    mailbox
        .labels()
        .update(
            caller, inboxId, messageId, new LabelChange(List.of("answered"), List.of("unread")));
    return true;
  }
}
