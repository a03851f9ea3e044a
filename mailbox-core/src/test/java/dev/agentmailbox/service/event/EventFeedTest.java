package dev.agentmailbox.service.event;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.UsageStore;
import dev.agentmailbox.service.account.UsageReports;
import dev.agentmailbox.service.event.EventFeed.Cursor;
import dev.agentmailbox.service.event.EventFeed.EventPage;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventFeedTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();

  private static List<String> types(EventPage page) {
    return page.events().stream().map(e -> e.event().type().wireName()).toList();
  }

  // spec Events.5
  @Test
  void polling_starts_at_the_oldest_event_and_goes_on_from_its_cursor() {
    Inbox inbox = world.inbox("alice");
    world.receive(inbox, "bob@example.com", "s", "t");
    EventPage first = world.events.poll(world.owner, EventQuery.ALL, null, 1);
    assertEquals(List.of("inbox.created"), types(first));
    assertTrue(first.hasMore());
    EventPage second = world.events.poll(world.owner, EventQuery.ALL, first.cursor(), 10);
    assertEquals(List.of("message.received"), types(second));
    assertFalse(second.hasMore());
    EventPage third = world.events.poll(world.owner, EventQuery.ALL, second.cursor(), 10);
    assertEquals(List.of(), types(third));
    assertEquals(second.cursor().sequence(), third.cursor().sequence());
  }

  @Test
  void latest_skips_what_happened_before() {
    Inbox inbox = world.inbox("alice");
    EventPage latest = world.events.latest(world.owner, EventQuery.ALL);
    assertEquals(List.of(), types(latest));
    world.receive(inbox, "bob@example.com", "s", "t");
    assertEquals(
        List.of("message.received"),
        types(world.events.poll(world.owner, EventQuery.ALL, latest.cursor(), 10)));
  }

  // spec EventEndpoints.1
  @Test
  void types_and_inboxes_narrow_and_the_cursor_moves_over_what_was_left_out() {
    Inbox alice = world.inbox("alice");
    Inbox carol = world.inbox("carol");
    world.receive(alice, "bob@example.com", "s", "t");
    world.receive(carol, "bob@example.com", "s", "t");
    EventQuery ofCarol = new EventQuery(Set.of(), Set.of("CAROL@agents.localhost"), null);
    assertEquals(
        List.of("inbox.created", "message.received"),
        types(world.events.poll(world.owner, ofCarol, null, 10)));
    EventQuery none = new EventQuery(Set.of(EventType.MESSAGE_SENT), Set.of(), null);
    EventPage empty = world.events.poll(world.owner, none, null, 10);
    assertEquals(List.of(), types(empty));
    assertEquals(4, empty.cursor().sequence());
  }

  @Test
  void a_key_sees_its_scope_and_spam_and_blocked_only_with_their_permission() {
    Inbox alice = world.inbox("alice");
    Inbox carol = world.inbox("carol");
    world.receive(
        alice,
        "bob@example.com",
        "s",
        "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X");
    world.receive(carol, "bob@example.com", "s", "t");
    Caller ofAlice = world.key(alice.scope(), EnumSet.allOf(Permission.class));
    assertEquals(
        List.of("inbox.created", "message.received.spam"),
        types(world.events.poll(ofAlice, EventQuery.ALL, null, 10)));
    Caller noSpam = world.without(Permission.LABEL_SPAM_READ);
    assertEquals(
        List.of("inbox.created", "inbox.created", "message.received"),
        types(world.events.poll(noSpam, EventQuery.ALL, null, 10)));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.events.poll(
                    ofAlice, new EventQuery(Set.of(), Set.of(carol.address()), null), null, 9)));
  }

  @Test
  void a_narrow_filter_reads_a_bounded_part_of_a_long_log_and_its_cursor_moves_on() {
    int events = 4_500;
    world.store.write(
        tx -> {
          for (int i = 0; i < events; i++) {
            tx.publish(
                EventBuilder.ofOrganization(
                        world.context,
                        EventType.ORG_RESUMED,
                        world.context.now(),
                        world.owner.scope().organizationId())
                    .build());
          }
          return true;
        });
    EventQuery rare = new EventQuery(Set.of(EventType.MESSAGE_SENT), Set.of(), null);
    Cursor cursor = null;
    int calls = 0;
    boolean more = true;
    while (more) {
      EventPage page = world.events.poll(world.owner, rare, cursor, 10);
      assertEquals(List.of(), types(page));
      assertTrue(cursor == null || page.cursor().sequence() > cursor.sequence());
      cursor = page.cursor();
      more = page.hasMore();
      calls++;
    }
    assertEquals(3, calls);
    assertEquals(events, Objects.requireNonNull(cursor).sequence());
  }

  // spec Polling.2, Sizes.11, ErrorCodes.19
  @Test
  void a_cursor_older_than_thirty_days_is_gone() {
    world.inbox("alice");
    Cursor old = world.events.latest(world.owner, EventQuery.ALL).cursor();
    world.clock.advance(Duration.ofDays(30).plusSeconds(1));
    assertEquals(
        ErrorCode.GONE, refusal(() -> world.events.poll(world.owner, EventQuery.ALL, old, 10)));
  }

  // spec EventEndpoints.2
  @Test
  void the_events_of_one_inbox_are_its_label_events() {
    Inbox inbox = world.inbox("alice");
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    for (String label : List.of("one", "two", "three")) {
      world.labels.update(
          world.owner, inbox.address(), message.id(), new LabelChange(List.of(label), List.of()));
    }
    var newest = world.events.ofInbox(world.owner, inbox.address(), PageRequest.first(2));
    assertEquals(
        List.of("three", "two"),
        newest.items().stream().map(e -> e.event().data().get("label")).toList());
    var rest =
        world.events.ofInbox(
            world.owner, inbox.address(), new PageRequest(2, newest.next(), false));
    assertEquals(
        List.of("one"), rest.items().stream().map(e -> e.event().data().get("label")).toList());
  }

  // spec UsageEndpoints.1, UsageFields.2
  @Test
  void usage_counts_what_was_received_and_stored_by_day() {
    Inbox inbox = world.inbox("alice");
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    UsageReports.UsageReport report = world.usage.usage(world.owner, null, null);
    assertEquals(7, report.days().size());
    assertEquals(1, report.days().get(6).get(Counter.RECEIVED));
    assertEquals(message.size(), report.days().get(6).get(Counter.STORAGE_BYTES));
    assertEquals(0, report.days().get(5).get(Counter.RECEIVED));
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.usage.usage(
                    world.owner, world.context.today(), world.context.today().minusDays(1))));
  }

  // spec Rates.3, ErrorCodes.28, Rates.11
  @Test
  void daily_calls_are_exact_and_start_anew_the_next_day() {
    try (ServiceFixture small = new ServiceFixture(new Plan(5, 20, 25))) {
      Scope organization = small.owner.scope();
      for (int i = 0; i < 25; i++) {
        small.calls.take(organization);
      }
      MailboxException refused = refused(() -> small.calls.take(organization));
      assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refused.code());
      assertEquals(Duration.ofHours(12), refused.retryAfter().orElseThrow());
      small.clock.advance(Duration.ofHours(12));
      small.calls.take(organization);
      UsageReports.UsageReport report = small.usage.usage(small.owner, null, null);
      assertEquals(25, report.days().get(5).get(Counter.API_CALLS));
      assertEquals(1, report.days().get(6).get(Counter.API_CALLS));
    }
  }

  // spec Decisions.21
  @Test
  void a_report_shows_every_call_made_so_far_to_keys_of_each_scope() {
    Inbox alice = world.inbox("alice");
    Caller ofInbox = world.key(alice.scope(), EnumSet.allOf(Permission.class));
    Scope pod = Scope.pod(alice.organizationId(), alice.podId());
    Caller ofPod = world.key(pod, EnumSet.allOf(Permission.class));
    for (int i = 1; i <= 120; i++) {
      world.calls.take(world.owner.scope());
      world.calls.take(pod);
      world.calls.take(alice.scope());
      assertEquals(i, callsToday(ofInbox));
      assertEquals(2L * i, callsToday(ofPod));
      assertEquals(3L * i, callsToday(world.owner));
    }
  }

  @Test
  void calls_are_counted_once_when_a_block_ends_and_at_the_end() {
    for (int i = 0; i < 250; i++) {
      world.calls.take(world.owner.scope());
    }
    world.calls.close();
    assertEquals(250, callsToday(world.owner));
    assertEquals(
        250,
        world
            .context
            .store()
            .<Long>read(
                tx ->
                    tx.usage()
                        .used(
                            world.owner.scope().organizationId(),
                            world.context.today(),
                            UsageStore.Quota.API_CALLS)));
  }

  private long callsToday(Caller caller) {
    return world.usage.usage(caller, null, null).days().get(6).get(Counter.API_CALLS);
  }
}
