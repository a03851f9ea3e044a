package dev.agentmailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Mail goes out and comes back through everything there is. */
class MailboxRoundTripTest {
  private final CapturingTransport transport = new CapturingTransport();
  @AutoClose private final Mailbox mailbox = Mailbox.builder().transport(transport).build().start();
  private final Agent agent = mailbox.agent();
  private final Inbox ada = agent.createInbox("ada");
  private final Inbox bert = agent.createInbox("bert");

  @Test
  void a_mail_between_two_inboxes_is_delivered_once_and_never_leaves() {
    SendResult result = agent.send(ada, bert.address(), "Lunch", "At noon?");
    assertEquals(SendStatus.SENT, result.status());
    List<Message> received = agent.messages(bert);
    assertEquals(1, received.size());
    assertEquals("Lunch", received.get(0).subject());
    assertEquals(Direction.INBOUND, received.get(0).direction());
    assertEquals(Classification.NORMAL, received.get(0).origin().classification());
    List<EventType> types =
        agent.events().stream()
            .map(Event::type)
            .filter(type -> type != EventType.INBOX_CREATED)
            .toList();
    assertEquals(
        List.of(EventType.MESSAGE_RECEIVED, EventType.MESSAGE_SENT, EventType.MESSAGE_DELIVERED),
        types);
    assertTrue(transport.captured().isEmpty());
  }

  @Test
  void mail_is_unread_until_it_is_marked_and_what_was_sent_is_not() {
    agent.deliver("customer@example.com", ada, "Order 7", "Where is it?");
    Message asked = agent.unread(ada).get(0);
    agent.reply(asked, "It left this morning.");
    assertEquals(List.of(asked.id()), agent.unread(ada).stream().map(Message::id).toList());
    agent.markRead(asked);
    assertEquals(List.of(), agent.unread(ada));
    assertEquals(2, agent.messages(ada).size());
  }

  // spec SendRequest.14
  @Test
  void agents_of_the_service_do_not_answer_each_other() {
    agent.send(ada, bert.address(), "Lunch", "At noon?");
    Message received = agent.messages(bert).get(0);
    MailboxException refusal =
        assertThrows(MailboxException.class, () -> agent.reply(received, "Yes."));
    assertEquals(List.of("loop_auto_reply"), refusal.details().get("reasons"));
  }

  @Test
  void a_mail_to_the_sender_itself_is_there_twice() {
    agent.send(ada, ada.address(), "Note", "To myself.");
    assertEquals(
        List.of(Direction.OUTBOUND, Direction.INBOUND),
        agent.messages(ada).stream().map(Message::direction).toList());
  }

  @Test
  void a_conversation_with_a_person_is_one_thread() {
    agent.deliver("ann@example.com", ada, "Order", "Where is it?");
    Message question = agent.messages(ada).get(0);
    SendResult answer = agent.reply(question, "On its way.");
    assertEquals(question.threadId(), answer.threadId());
    assertEquals(List.of("ann@example.com"), transport.last().recipients());
    SendResult more =
        agent.submit(
            MailInput.reply(ada.address(), String.valueOf(answer.messageId()))
                .text("It has arrived.")
                .build());
    assertEquals(question.threadId(), more.threadId());
    assertEquals(3, agent.messages(ada).size());
  }
}
