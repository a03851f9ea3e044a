package dev.agentmailbox.service.sending.outcome;

import static dev.agentmailbox.fixture.ReportTexts.group;
import static dev.agentmailbox.fixture.ReportTexts.report;
import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendRecords.status;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ReportFixture;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounces that leave something open: mailboxes that are full, and prose instead of a report. */
class UndeliveredTest {
  private final ReportFixture reports = new ReportFixture();
  private final SendingFixture fixture = reports.sending;
  private final SendRecords records = reports.records;

  @Test
  void the_third_full_mailbox_in_two_weeks_suppresses() throws IOException {
    for (int day = 0; day < 3; day++) {
      assertFalse(records.suppressed("bob@example.com"));
      Send send = fixture.send(mail().text("day " + day));
      reports.reported(
          send,
          report(group("bob@example.com", "failed", "4.2.2", "452 4.2.2 mailbox full " + day)));
      fixture.clock.advance(Duration.ofDays(3));
    }
    assertTrue(records.suppressed("bob@example.com"));
    assertEquals(
        "transient",
        fixture.events().stream()
            .filter(e -> e.type() == EventType.MESSAGE_BOUNCED)
            .findFirst()
            .orElseThrow()
            .data()
            .get("bounce_type"));
  }

  @Test
  void full_mailboxes_far_apart_suppress_nobody() throws IOException {
    for (int month = 0; month < 4; month++) {
      Send send = fixture.send(mail().text("month " + month));
      reports.reported(
          send,
          report(group("bob@example.com", "failed", "5.2.2", "552 5.2.2 mailbox full " + month)));
      fixture.clock.advance(Duration.ofDays(15));
    }
    assertFalse(records.suppressed("bob@example.com"));
  }

  @Test
  void an_out_of_office_notice_is_no_bounce() throws IOException {
    Send send = fixture.send(mail());
    Send after =
        reports.reported(
            send,
            """
            From: Bob <bob@example.com>
            Subject: Automatic reply: Hello
            Auto-Submitted: auto-replied

            I am away. Mail to my old address bob@old.example.com is not delivered.
            """);
    assertEquals(send, after);
  }

  @Test
  void a_bounce_in_prose_that_names_nobody_is_of_the_only_recipient() throws IOException {
    String prose =
        """
        From: MAILER-DAEMON@mx.example.net
        Subject: failure notice

        Your message could not be delivered: 550 5.1.1 user unknown
        """;
    assertEquals(RecipientStatus.BOUNCED, status(reports.reported(fixture.send(mail()), prose)));
  }

  @Test
  void a_bounce_that_names_nobody_is_of_the_recipient_whose_return_path_it_came_to()
      throws IOException {
    Send send = fixture.send(mail().cc(List.of("y@example.com")));
    String prose =
        "From: MAILER-DAEMON@x.test\nSubject: failure notice\n\nIt could not be delivered.\n";
    Send after = reports.reported(send, "y@example.com", prose);
    assertEquals(RecipientStatus.SENT, status(after));
    assertEquals(RecipientStatus.BOUNCED, recipient(after, "y@example.com").status());
  }
}
