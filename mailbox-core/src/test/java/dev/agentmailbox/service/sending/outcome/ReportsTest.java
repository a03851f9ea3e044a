package dev.agentmailbox.service.sending.outcome;

import static dev.agentmailbox.fixture.ReportTexts.failed;
import static dev.agentmailbox.fixture.ReportTexts.group;
import static dev.agentmailbox.fixture.ReportTexts.report;
import static dev.agentmailbox.fixture.ReportTexts.unknownUser;
import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendRecords.status;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ReportFixture;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What delivery reports do to the sends they are about. */
class ReportsTest {
  private final ReportFixture reports = new ReportFixture();
  private final SendingFixture fixture = reports.sending;
  private final CapturingTransport capture = fixture.transport;
  private final SendRecords records = reports.records;

  // spec EventTypes.8, EventData.1
  @Test
  void a_hard_bounce_is_recorded_told_counted_and_suppressed() throws IOException {
    Send send = reports.reported(fixture.send(mail()), unknownUser("bob@example.com"));
    assertEquals(RecipientStatus.BOUNCED, status(send));
    assertEquals("permanent", send.recipients().get(0).state().bounceType());
    assertEquals("550 5.1.1 no such user", send.recipients().get(0).detail());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipient", "bob@example.com",
            "bounce_type", "permanent",
            "status", "5.1.1",
            "wake", true),
        fixture.event(EventType.MESSAGE_BOUNCED).data());
    assertEquals(send.messageId(), fixture.event(EventType.MESSAGE_BOUNCED).messageId());
    assertTrue(records.suppressed("bob@example.com"));
    assertEquals(1, records.counted(Counter.BOUNCED));
  }

  @Test
  void the_report_itself_is_kept_as_automatic_mail_and_wakes_nobody() throws IOException {
    reports.reported(fixture.send(mail()), unknownUser("bob@example.com"));
    assertEquals(1, reports.received().size());
    assertEquals(Classification.AUTOMATIC, reports.received().get(0).origin().classification());
    assertEquals(false, fixture.event(EventType.MESSAGE_RECEIVED).data().get("wake"));
  }

  @Test
  void good_news_is_recorded_and_does_not_fill_the_inbox() throws IOException {
    Send send =
        reports.reported(
            fixture.send(mail()), report(group("bob@example.com", "delivered", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.DELIVERED, status(send));
    assertTrue(reports.received().isEmpty());
  }

  @Test
  void a_report_is_heard_though_the_inbox_takes_no_mail() throws IOException {
    Send send = fixture.send(mail());
    fixture.status(InboxStatus.PAUSED);
    assertEquals(
        RecipientAnswer.ACCEPTED,
        reports.intake.judge(ReportFixture.returnPath(send, "bob@example.com")));
    assertEquals(
        RecipientStatus.BOUNCED, status(reports.reported(send, unknownUser("bob@example.com"))));
    assertTrue(reports.received().isEmpty());
  }

  @Test
  void only_return_paths_of_sends_are_accepted() {
    Send send = fixture.send(mail());
    assertEquals(
        RecipientAnswer.ACCEPTED,
        reports.intake.judge(
            ReportFixture.returnPath(send, "bob@example.com").toUpperCase(java.util.Locale.ROOT)));
    assertEquals(RecipientAnswer.UNKNOWN, reports.intake.judge("bounce+0000@agents.test"));
    assertEquals(RecipientAnswer.UNKNOWN, reports.intake.judge("bounce@agents.test"));
  }

  @Test
  void a_report_that_comes_again_changes_nothing_twice() throws IOException {
    Send send = fixture.send(mail());
    reports.reported(send, unknownUser("bob@example.com"));
    reports.reported(send, unknownUser("bob@example.com"));
    reports.reported(send, unknownUser("bob@example.com").replace("met with", "had"));
    assertEquals(1, reports.count(EventType.MESSAGE_BOUNCED));
    assertEquals(1, records.counted(Counter.BOUNCED));
  }

  @Test
  void a_recipient_the_send_does_not_have_changes_nothing() throws IOException {
    Send send = fixture.send(mail());
    Send after = reports.reported(send, unknownUser("eve@example.com"));
    assertEquals(send.recipients(), after.recipients());
    assertEquals(List.of("unproven_bounce"), after.findings().notes());
    assertEquals(0, reports.count(EventType.MESSAGE_BOUNCED));
    assertFalse(records.suppressed("eve@example.com"));
  }

  @Test
  void each_recipient_has_its_own_fate() throws IOException {
    Send send = fixture.send(mail().cc(List.of("c@example.net", "d@example.org")));
    reports.reported(send, unknownUser("bob@example.com"));
    reports.reported(
        send, "c@example.net", report(group("c@example.net", "delivered", "2.0.0", "250 ok")));
    Send after =
        reports.reported(
            send, "d@example.org", report(group("d@example.org", "relayed", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.BOUNCED, recipient(after, "bob@example.com").status());
    assertEquals(RecipientStatus.DELIVERED, recipient(after, "c@example.net").status());
    assertEquals(RecipientStatus.SENT, recipient(after, "d@example.org").status());
    assertEquals(
        "c@example.net", fixture.event(EventType.MESSAGE_DELIVERED).data().get("recipient"));
  }

  @Test
  void a_delay_is_noted_and_nothing_more() throws IOException {
    Send send = fixture.send(mail());
    Send after =
        reports.reported(
            send, report(group("bob@example.com", "delayed", "4.4.1", "451 4.4.1 later")));
    assertEquals(RecipientStatus.SENT, status(after));
    assertEquals("delayed 4.4.1", after.recipients().get(0).detail());
    assertEquals(0, records.counted(Counter.BOUNCED));
    assertEquals(List.of(EventType.MESSAGE_SENT, EventType.MESSAGE_RECEIVED), fixture.eventTypes());
  }

  @Test
  void delivered_and_then_refused_for_good_is_a_bounce_and_nothing_else_moves_back()
      throws IOException {
    Send send = fixture.send(mail());
    reports.reported(send, report(group("bob@example.com", "delivered", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.DELIVERED, status(fixture.get(send.id())));
    reports.reported(send, failed("bob@example.com", "4.4.7"));
    assertEquals(RecipientStatus.DELIVERED, status(fixture.get(send.id())));
    reports.reported(send, failed("bob@example.com", "5.7.1"));
    assertEquals(RecipientStatus.BOUNCED, status(fixture.get(send.id())));
    reports.reported(send, report(group("bob@example.com", "delivered", "2.0.0", "250 again")));
    assertEquals(RecipientStatus.BOUNCED, status(fixture.get(send.id())));
    assertEquals(1, reports.count(EventType.MESSAGE_DELIVERED));
    assertEquals(1, reports.count(EventType.MESSAGE_BOUNCED));
  }

  @Test
  void of_a_report_that_names_a_recipient_more_than_once_the_worst_counts() throws IOException {
    String bob = "bob@example.com";
    Send send =
        reports.reported(
            fixture.send(mail()),
            report(
                group(bob, "delivered", "2.0.0", "250 ok"),
                group(bob, "failed", "4.4.7", "450 4.4.7 expired"),
                "Original-Recipient: rfc822; "
                    + bob
                    + "\n"
                    + group("x@a.test", "failed", "5.1.1", "550 5.1.1 no such user"),
                group(bob, "failed", "5.7.1", "550 5.7.1 refused")));
    assertEquals(RecipientStatus.BOUNCED, status(send));
    assertEquals("permanent", send.recipients().get(0).state().bounceType());
    assertEquals("550 5.1.1 no such user", send.recipients().get(0).detail());
    assertEquals(0, reports.count(EventType.MESSAGE_DELIVERED));
    assertEquals(1, reports.count(EventType.MESSAGE_BOUNCED));
    assertEquals("5.1.1", fixture.event(EventType.MESSAGE_BOUNCED).data().get("status"));
    assertEquals(1, records.counted(Counter.BOUNCED));
    assertTrue(records.suppressed(bob));
  }

  @Test
  void a_report_that_overtakes_our_record_is_asked_to_come_again() throws IOException {
    capture.failNext(CapturingTransport.noAnswer());
    Send send = fixture.send(mail());
    assertTrue(send.recipients().get(0).unanswered());
    assertThrows(IOException.class, () -> reports.reported(send, unknownUser("bob@example.com")));
    assertEquals(send, fixture.get(send.id()));
    assertTrue(reports.received().isEmpty());
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.outbox.runDue();
    assertEquals(
        RecipientStatus.BOUNCED, status(reports.reported(send, unknownUser("bob@example.com"))));
  }

  @Test
  void mail_that_was_not_handed_over_cannot_bounce() throws IOException {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send send = fixture.send(mail().cc(List.of("c@example.net")));
    Send after = reports.reported(send, unknownUser("bob@example.com"));
    assertEquals(RecipientStatus.PENDING, recipient(after, "bob@example.com").status());
    assertEquals(send.times().nextAttemptAt(), after.times().nextAttemptAt());
  }
}
