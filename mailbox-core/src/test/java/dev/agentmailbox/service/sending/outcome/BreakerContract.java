package dev.agentmailbox.service.sending.outcome;

import static dev.agentmailbox.fixture.ReportTexts.complaint;
import static dev.agentmailbox.fixture.ReportTexts.unknownUser;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.fixture.ReportFixture;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What moves the breaker, whatever the store: mail to many dead addresses of the agent's choice,
 * and nothing that a stranger's addresses do.
 */
public interface BreakerContract extends StoreContract {
  private ReportFixture reports() {
    return new ReportFixture(store());
  }

  private static Send write(ReportFixture reports, String address) {
    return reports.sending.send(MailInput.from(INBOX).to(address).subject(address).text("Words."));
  }

  // spec Decisions.1
  @Test
  default void a_hundred_names_of_one_domain_count_as_one_whatever_they_do() throws IOException {
    ReportFixture reports = reports();
    for (int i = 0; i < 102; i++) {
      String domain = i % 2 == 0 ? "evil.example" : "s" + i + ".evil.example";
      String address = "m" + i + '@' + domain;
      reports.authenticated(domain);
      reports.author = "feedback@" + domain;
      switch (i % 3) {
        case 0 -> reports.reported(write(reports, address), unknownUser(address));
        case 1 -> reports.reported(write(reports, address), complaint("abuse", "", "X-A: " + i));
        default -> {
          reports.sending.transport.answer(address, CapturingTransport.unknownUser());
          write(reports, address);
        }
      }
      assertNull(reports.suspended(), address);
    }
    assertEquals(68, reports.records.counted(Counter.BOUNCED));
    assertEquals(1, reports.records.counted(Counter.BOUNCED_PERMANENTLY));
    assertEquals(34, reports.records.counted(Counter.COMPLAINED));
    assertEquals(0, reports.records.counted(Counter.COMPLAINED_AUTHENTICATED));
    reports.sending.clock.advance(Duration.ofDays(1));
    reports.reported(write(reports, "later@evil.example"), unknownUser("later@evil.example"));
    assertEquals(1, reports.records.counted(Counter.BOUNCED_PERMANENTLY), "of the new day");
  }

  // spec Decisions.1
  @Test
  default void an_address_that_wrote_first_does_not_count() throws IOException {
    ReportFixture reports = reports();
    for (int i = 0; i < 30; i++) {
      String address = "m@stranger" + i + ".example";
      reports.author = address;
      reports.deliver(address, INBOX, "From: x\nSubject: A question\n\nWhat does it cost?\n");
      reports.author = null;
      if (i % 2 == 0) {
        reports.reported(write(reports, address), unknownUser(address));
      } else {
        reports.sending.transport.answer(address, CapturingTransport.unknownUser());
        write(reports, address);
      }
    }
    assertEquals(30, reports.records.counted(Counter.BOUNCED));
    assertEquals(0, reports.records.counted(Counter.BOUNCED_PERMANENTLY));
    assertNull(reports.suspended());
  }

  // spec Decisions.1
  @Test
  default void an_address_that_a_stranger_put_into_copy_does_not_count() {
    ReportFixture reports = reports();
    List<String> copied =
        IntStream.range(0, 30).mapToObj(i -> "gone@copied" + i + ".example").toList();
    copied.forEach(a -> reports.sending.transport.answer(a, CapturingTransport.unknownUser()));
    Message question = reports.sending.received(r -> r.cc(copied.toArray(String[]::new)));
    reports.sending.send(MailInput.replyAll(INBOX, question.id()).text("Thank you."));
    assertEquals(30, reports.records.counted(Counter.BOUNCED));
    assertEquals(0, reports.records.counted(Counter.BOUNCED_PERMANENTLY));
    assertNull(reports.suspended());
  }

  // spec Decisions.1
  @Test
  default void an_author_at_a_domain_of_a_feedback_loop_is_not_the_loop() throws IOException {
    ReportFixture reports = new ReportFixture(store(), "provider.example");
    reports.authenticated("provider.example");
    for (int i = 0; i < 10; i++) {
      reports.author = "user" + i + "@provider.example";
      reports.reported(
          write(reports, "user" + i + "@provider.example"), complaint("abuse", "", "X-A: " + i));
    }
    assertEquals(10, reports.records.counted(Counter.COMPLAINED));
    assertEquals(0, reports.records.counted(Counter.COMPLAINED_AUTHENTICATED));
    assertNull(reports.suspended());
  }

  // spec Breaker.1
  @Test
  default void dead_addresses_in_many_domains_trip_it() throws IOException {
    ReportFixture reports = reports();
    for (int i = 0; i < SendRecords.BOUNCES_TO_SUSPEND; i++) {
      assertNull(reports.suspended());
      String address = "info@company" + i + ".example";
      if (i % 2 == 0) {
        reports.reported(write(reports, address), unknownUser(address));
      } else {
        reports.sending.transport.answer(address, CapturingTransport.unknownUser());
        write(reports, address);
      }
    }
    assertEquals("message.bounced", reports.suspended());
  }
}
