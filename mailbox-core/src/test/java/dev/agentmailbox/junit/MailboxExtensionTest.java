package dev.agentmailbox.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MailboxExtension.class)
class MailboxExtensionTest {
  private Inbox inbox;

  @BeforeEach
  void make(Agent agent) {
    inbox = agent.createInbox("desk");
  }

  @Test
  void all_parameters_of_a_test_are_of_one_mailbox(TestMailbox test, Mailbox mailbox, Agent agent) {
    assertSame(test.mailbox(), mailbox);
    agent.deliver("ann@client.test", inbox, "Hello", "Are you there?");
    assertEquals(1, test.agent().messages(inbox).size());
  }

  @Test
  void each_test_has_its_own(TestMailbox test) {
    assertEquals(0, test.agent().messages(inbox).size());
    assertEquals(Instant.parse(TestMailbox.START), test.clock().instant());
  }

  @Test
  void what_may_leave_has_left_when_the_call_returns(TestMailbox test) {
    SendStatus status = test.agent().send(inbox, "ann@client.test", "Hello", "Hello.").status();
    assertEquals(SendStatus.SENT, status);
    assertTrue(test.transport().last().source().contains("Subject: Hello"));
  }

  @Test
  void what_is_scheduled_leaves_when_its_time_has_passed(TestMailbox test) {
    test.agent()
        .submit(
            MailInput.from(inbox.address())
                .to("ann@client.test")
                .subject("Later")
                .text("Later.")
                .sendAt(test.clock().instant().plusSeconds(3600))
                .build());
    test.pass(Duration.ofMinutes(59));
    assertEquals(0, test.sent().size());
    test.pass(Duration.ofMinutes(2));
    assertEquals(1, test.sent().size());
  }

  @Test
  void what_was_refused_for_now_is_tried_again(TestMailbox test) {
    test.transport().failNext(CapturingTransport.notNow());
    test.agent().send(inbox, "ann@client.test", "Hello", "Hello.");
    assertEquals(0, test.sent().size());
    test.pass(Duration.ofHours(1));
    assertEquals(1, test.sent().size());
  }

  @Test
  void a_bounced_address_is_not_written_to_again(TestMailbox test) {
    test.agent().send(inbox, "gone@client.test", "Hello", "Hello.");
    test.bounce(test.transport().last(), "gone@client.test");
    assertTrue(types(test).contains("message.bounced"));
    MailboxException refused =
        assertThrows(
            MailboxException.class,
            () -> test.agent().send(inbox, "gone@client.test", "Again", "Again."));
    assertEquals(ErrorCode.SEND_BLOCKED, refused.code());
  }

  @Test
  void a_full_mailbox_is_written_to_again(TestMailbox test) {
    test.agent().send(inbox, "full@client.test", "Hello", "Hello.");
    test.bounceForNow(test.transport().last(), "full@client.test");
    assertEquals(
        SendStatus.SENT, test.agent().send(inbox, "full@client.test", "Again", "Again.").status());
  }

  // spec EventTypes.9
  @Test
  void a_complaint_is_told(TestMailbox test) {
    test.agent().send(inbox, "ann@client.test", "Hello", "Hello.");
    test.complain(test.transport().last(), "ann@client.test");
    assertTrue(types(test).contains("message.complained"));
  }

  @Test
  void a_report_is_of_a_mail_that_went_to_that_recipient(TestMailbox test) {
    test.agent().send(inbox, "ann@client.test", "Hello", "Hello.");
    CapturingTransport.Captured mail = test.transport().last();
    assertThrows(IllegalArgumentException.class, () -> test.bounce(mail, "bob@client.test"));
  }

  private static List<String> types(TestMailbox test) {
    return test.agent().events().stream().map(Event::type).map(type -> type.wireName()).toList();
  }
}
