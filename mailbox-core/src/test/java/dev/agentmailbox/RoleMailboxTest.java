package dev.agentmailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is written to the people behind the service reaches a place where they find it. */
class RoleMailboxTest {
  @AutoClose
  private final Mailbox mailbox =
      Mailbox.builder()
          .settings(new MailboxSettings("mailbox", List.of("one.test", "two.test")))
          .build();

  private final Caller owner = mailbox.owner();

  private void deliver(String recipient, String... lines)
      throws IOException, MailReceiver.ReceiveException {
    deliver(List.of(recipient), lines);
  }

  private void deliver(List<String> recipients, String... lines)
      throws IOException, MailReceiver.ReceiveException {
    MailReceiver receiver = mailbox.receiver();
    recipients.forEach(r -> assertEquals(RecipientAnswer.ACCEPTED, receiver.judge(r)));
    try (ContentStore.Spool spool = receiver.spool()) {
      spool.out().write(String.join("\r\n", lines).getBytes(StandardCharsets.UTF_8));
      receiver.accept(
          new MailReceiver.Envelope("x@sender.test", recipients, "h", "192.0.2.1", false), spool);
    }
  }

  private List<Message> messages(String address) {
    return mailbox
        .messages()
        .list(mailbox.postmaster(), address, MessageFilter.ALL, PageRequest.first(50))
        .items();
  }

  @Test
  void nobody_has_to_make_it_and_both_names_of_a_domain_lead_to_it() throws Exception {
    deliver("Postmaster@one.test", "From: x@sender.test", "Subject: Hello", "", "a");
    deliver("abuse@one.test", "From: x@sender.test", "Subject: Abuse", "", "b");
    deliver("abuse@two.test", "From: x@sender.test", "Subject: Abuse", "", "c");
    assertEquals(2, messages("postmaster@one.test").size());
    assertEquals(1, messages("postmaster@two.test").size());
  }

  @Test
  void one_mail_to_an_agent_and_to_the_people_reaches_both() throws Exception {
    Inbox inbox = mailbox.agent().createInbox("seller");
    deliver(
        List.of(inbox.address(), "postmaster@one.test"),
        "From: x@sender.test",
        "Subject: Hello",
        "",
        "a");
    assertEquals(1, messages("postmaster@one.test").size());
    assertEquals(1, mailbox.agent().messages(inbox).size());
  }

  @Test
  void its_mail_wakes_no_agent_and_a_sample_of_spam_is_no_spam() throws Exception {
    deliver(
        "abuse@one.test",
        "From: x@sender.test",
        "Subject: Your spam",
        "",
        "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-" + "UBE-TEST-EMAIL*C.34X");
    assertFalse(messages("postmaster@one.test").get(0).labels().contains(Label.SPAM));
    List<Event> log =
        mailbox
            .events()
            .poll(mailbox.postmaster(), EventFeed.EventQuery.ALL, null, 100)
            .events()
            .stream()
            .map(LoggedEvent::event)
            .toList();
    assertEquals(EventType.MESSAGE_RECEIVED, log.get(0).type());
    assertEquals(false, log.get(0).data().get("wake"));
  }

  @Test
  void a_complaint_to_abuse_finds_the_send_of_any_inbox() throws Exception {
    Inbox inbox = mailbox.agent().createInbox("seller");
    String sendId =
        mailbox
            .sends()
            .submit(
                owner,
                MailInput.from(inbox.address()).to("bob@example.com").text("Hi").build(),
                IdempotentRequest.unkeyed())
            .sendId();
    mailbox.outbox().runDue();
    Send send = mailbox.sends().get(owner, sendId);
    deliver(
        "abuse@one.test",
        "From: fbl@provider.test",
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=feedback-report; boundary=cut",
        "",
        "--cut",
        "Content-Type: message/feedback-report",
        "",
        "Feedback-Type: abuse",
        "--cut",
        "Content-Type: text/rfc822-headers",
        "",
        "From: " + inbox.address(),
        "Return-Path: <" + ReturnPath.of(send, send.recipients().get(0)) + ">",
        "--cut--");
    assertEquals(
        RecipientStatus.COMPLAINED,
        mailbox.sends().get(owner, sendId).recipients().get(0).status());
    assertEquals(1, messages("postmaster@one.test").size());
  }
}
