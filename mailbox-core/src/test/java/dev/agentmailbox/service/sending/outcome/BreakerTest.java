package dev.agentmailbox.service.sending.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.account.UsageReports.UsageReport;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.outcome.Breaker.Tally;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private static final Tally PERMANENT_BOUNCE = new Tally(0, 0, 1, 1, 0, 0);
  private static final Tally OTHER_BOUNCE = new Tally(0, 0, 1, 0, 0, 0);
  private static final Tally COMPLAINT = new Tally(0, 0, 0, 0, 1, 1);

  @AutoClose private final ServiceFixture world = new ServiceFixture(new Plan(5, 100_000, 1_000));
  private final Inbox inbox = world.inbox("alice");
  private final Breaker breaker = new Breaker(world.context);
  private Send send;

  BreakerTest() {
    send = submit("first@example.com");
  }

  @BeforeEach
  void start() {
    world.outbox.runDue();
  }

  private Send submit(String recipient) {
    MailInput mail =
        MailInput.from(inbox.address()).to(recipient).subject(recipient).text("t").build();
    String sendId = world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId();
    return world.sends.get(world.owner, sendId);
  }

  private void count(Tally tally) {
    world.store.write(
        tx -> {
          breaker.count(tx, send, tally);
          return true;
        });
  }

  private void handedOver(int recipients) {
    count(new Tally(1, recipients, 0, 0, 0, 0));
  }

  private void bounces(int number) {
    for (int i = 0; i < number; i++) {
      count(PERMANENT_BOUNCE);
    }
  }

  private void complaints(int number) {
    for (int i = 0; i < number; i++) {
      count(COMPLAINT);
    }
  }

  private UsageReport report() {
    return world.usage.usage(world.owner, null, null);
  }

  private List<Event> suspensions() {
    return world.log().stream().filter(e -> e.type().wireName().equals("org.suspended")).toList();
  }

  // spec Breaker.1
  @Test
  void twenty_refused_addresses_trip_it_in_the_round_that_records_the_last() {
    for (int i = 0; i < 19; i++) {
      world.transport.answer("info@gone" + i + ".example", CapturingTransport.unknownUser());
      submit("info@gone" + i + ".example");
    }
    world.outbox.runDue();
    assertNull(report().suspendedReason());
    world.transport.answer("last@example.com", CapturingTransport.unknownUser());
    submit("last@example.com");
    world.outbox.runDue();
    assertEquals("message.bounced", report().suspendedReason());
    assertEquals(1.0, report().bounceRate7d());
    assertEquals(1, suspensions().size());
    assertEquals("message.bounced", suspensions().get(0).data().get("reason"));
    List<String> types = world.logTypes();
    assertEquals(
        List.of("message.bounced", "org.suspended"), types.subList(types.size() - 2, types.size()));
  }

  @Test
  void five_percent_is_too_much_and_a_little_less_is_not() {
    handedOver(420);
    bounces(21);
    assertNull(report().suspendedReason(), "21 of 421");
    bounces(1);
    assertEquals("message.bounced", report().suspendedReason());
  }

  @Test
  void nineteen_bounces_are_few_whatever_the_rate() {
    bounces(19);
    assertNull(report().suspendedReason());
  }

  // spec Breaker.1
  @Test
  void complaints_have_a_rate_of_their_own() {
    handedOver(1_999);
    complaints(5);
    assertNull(report().suspendedReason(), "5 of 2,000");
    assertEquals(0.0025, report().complaintRate7d());
    complaints(1);
    assertEquals("message.complained", report().suspendedReason());
  }

  @Test
  void four_complaints_are_few_whatever_the_rate() {
    complaints(4);
    assertNull(report().suspendedReason());
    complaints(1);
    assertEquals("message.complained", report().suspendedReason());
  }

  @Test
  void mail_that_was_given_up_and_mail_our_relay_refused_do_not_count() {
    for (int i = 0; i < 40; i++) {
      count(OTHER_BOUNCE);
    }
    for (int i = 0; i < 25; i++) {
      world.transport.answer("r" + i + "@example.com", CapturingTransport.rejected());
      submit("r" + i + "@example.com");
    }
    world.outbox.runDue();
    assertNull(report().suspendedReason());
    assertEquals(0.0, report().bounceRate7d());
  }

  @Test
  void a_week_is_seven_days_with_today() {
    bounces(19);
    world.clock.advance(Duration.ofDays(6));
    bounces(1);
    assertEquals("message.bounced", report().suspendedReason());
    world.pauses.resume(world.human(Role.OWNER), IdempotentRequest.unkeyed());
    world.clock.advance(Duration.ofDays(7));
    bounces(19);
    world.clock.advance(Duration.ofDays(7));
    bounces(19);
    assertNull(report().suspendedReason());
  }

  @Test
  void what_was_counted_before_a_human_resumed_is_forgiven() {
    bounces(25);
    assertEquals("message.bounced", report().suspendedReason());
    world.pauses.resume(world.human(Role.OWNER), IdempotentRequest.unkeyed());
    bounces(19);
    assertNull(report().suspendedReason());
    world.clock.advance(Duration.ofDays(1));
    bounces(1);
    assertEquals("message.bounced", report().suspendedReason());
    assertEquals(2, suspensions().size());
  }

  @Test
  void a_suspended_organization_is_not_suspended_again() {
    world.pauses.suspend(world.human(Role.OWNER), null, IdempotentRequest.unkeyed());
    bounces(30);
    assertEquals("human", report().suspendedReason());
    assertEquals(1, suspensions().size());
  }

  @Test
  void outcomes_recorded_at_once_trip_it_once() {
    List<Boolean> done =
        Race.run(
            20,
            i -> {
              count(PERMANENT_BOUNCE);
              return true;
            });
    assertEquals(20, Race.wins(done));
    assertEquals("message.bounced", report().suspendedReason());
    assertEquals(1, suspensions().size());
  }
}
