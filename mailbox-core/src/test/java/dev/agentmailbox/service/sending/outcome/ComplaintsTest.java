package dev.agentmailbox.service.sending.outcome;

import static dev.agentmailbox.fixture.ReportTexts.complaint;
import static dev.agentmailbox.fixture.SendRecords.status;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ReportFixture;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What complaints do to the sends they are about. */
class ComplaintsTest {
  private final ReportFixture reports = new ReportFixture();
  private final SendingFixture fixture = reports.sending;
  private final SendRecords records = reports.records;

  // spec SendState.7
  @Test
  void a_complaint_to_the_return_path_is_recorded_though_the_complainer_is_hidden()
      throws IOException {
    Send send =
        reports.reported(
            fixture.send(mail()),
            complaint("abuse", "Original-Rcpt-To: redacted@example.com\n", "X-A: b"));
    assertEquals(RecipientStatus.COMPLAINED, status(send));
    assertEquals(
        Map.of("send_id", send.id(), "recipient", "bob@example.com", "wake", true),
        fixture.event(EventType.MESSAGE_COMPLAINED).data());
    assertTrue(records.suppressed("bob@example.com"));
    assertEquals(1, records.counted(Counter.COMPLAINED));
    assertEquals(0, records.counted(Counter.BOUNCED));
  }

  @Test
  void not_spam_and_opt_out_are_no_complaints() throws IOException {
    Send send = fixture.send(mail());
    for (String type : List.of("not-spam", "opt-out", "opt-out-list", "auth-failure", "other")) {
      reports.reported(
          send, complaint(type, "Original-Rcpt-To: bob@example.com\n", "X-A: " + type));
    }
    assertEquals(RecipientStatus.SENT, status(fixture.get(send.id())));
  }

  @Test
  void a_report_to_the_inbox_is_matched_by_the_return_path_it_returns() throws IOException {
    Send send = fixture.send(mail());
    reports.deliver(
        "x@y.test", INBOX, complaint("abuse", "", "Return-Path: <bounce+0@agents.test>"));
    assertEquals(RecipientStatus.SENT, status(fixture.get(send.id())));
    String path = ReportFixture.returnPath(send, "bob@example.com");
    reports.deliver("x@y.test", INBOX, complaint("abuse", "", "Return-Path: <" + path + ">"));
    assertEquals(RecipientStatus.COMPLAINED, status(fixture.get(send.id())));
  }

  @Test
  void a_report_to_another_inbox_changes_nothing() throws IOException {
    Send send = fixture.send(mail());
    reports.deliver(
        "",
        SendingFixture.OTHER_INBOX,
        complaint("abuse", "", "Message-ID: " + send.mail().rfcMessageId()));
    reports.deliver(
        "",
        SendingFixture.OTHER_INBOX,
        complaint(
            "abuse",
            "Original-Mail-From: " + ReportFixture.returnPath(send, "bob@example.com"),
            "X-A: b"));
    assertEquals(RecipientStatus.SENT, status(fixture.get(send.id())));
  }
}
