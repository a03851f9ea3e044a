package dev.agentmailbox.service.maintenance;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.service.account.Metrics;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import dev.agentmailbox.service.message.ThreadFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is removed by its age, what is not, and what is told once a day. */
class MailMaintenanceTest {
  private static final String GTUBE =
      "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("agent");
  private final Retention retention = new Retention(world.context);
  private final InboxDigests digests = new InboxDigests(world.context);

  private void advance(Duration time) {
    world.clock.advance(time);
  }

  private long storedBytes() {
    return world.mailbox.accounts().organization(world.owner).storedBytes();
  }

  @Test
  void spam_and_blocked_mail_go_after_thirty_days_with_their_content() throws IOException {
    Message kept = world.receive(inbox, "friend@example.com", "Hello", "keep me");
    Message spam = world.receive(inbox, "spam@example.com", "Buy", GTUBE);
    world.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        "bad@example.com",
                        ListEntry.Direction.RECEIVE,
                        ListEntry.Type.BLOCK,
                        inbox.scope(),
                        null,
                        false,
                        world.context.now())));
    Message blocked = world.receive(inbox, "bad@example.com", "Hi", "blocked");
    assertEquals(3, world.everything(inbox).size());

    advance(Duration.ofDays(30).minusSeconds(1));
    retention.run();
    assertEquals(3, world.everything(inbox).size());
    advance(Duration.ofMinutes(11));
    retention.run();
    assertEquals(List.of(kept.id()), world.everything(inbox).stream().map(Message::id).toList());
    assertTrue(world.store.content().find(spam.content().contentKey()).isEmpty());
    assertTrue(world.store.content().find(blocked.content().contentKey()).isEmpty());
    assertTrue(world.store.content().find(kept.content().contentKey()).isPresent());
    assertEquals(kept.size(), storedBytes());
  }

  @Test
  void trash_goes_thirty_days_after_it_became_trash_however_old_the_mail_is() {
    Message old = world.receive(inbox, "a@example.com", "Old", "text");
    advance(Duration.ofDays(100));
    world.trash.delete(world.owner, inbox.address(), old.id());
    retention.run();
    advance(Duration.ofDays(29));
    retention.run();
    assertEquals(1, world.everything(inbox).size());
    advance(Duration.ofDays(2));
    retention.run();
    assertEquals(0, world.everything(inbox).size());
    assertEquals(
        0,
        world
            .threads
            .list(
                world.owner,
                world.owner.scope(),
                new ThreadFilter(
                    List.of(),
                    java.util.EnumSet.allOf(dev.agentmailbox.message.Hidden.class),
                    null,
                    null,
                    List.of(),
                    List.of(),
                    List.of()),
                PageRequest.first(10))
            .items()
            .size());
  }

  @Test
  void many_are_removed_in_bounded_steps() {
    for (int i = 0; i < 130; i++) {
      world.receive(inbox, "s" + i + "@example.com", "Buy " + i, GTUBE);
    }
    advance(Duration.ofDays(31));
    assertTrue(retention.run() >= 130);
    assertEquals(0, world.everything(inbox).size());
  }

  @Test
  void events_go_after_thirty_days_unless_a_webhook_still_waits_for_them() {
    world.receive(inbox, "a@example.com", "One", "text");
    String organization = inbox.organizationId();
    world.store.write(
        tx -> {
          tx.endpointCursors().put(EndpointCursor.after(organization, "whk_1", 1));
          return true;
        });
    advance(Duration.ofDays(31));
    retention.run();
    assertEquals(2, bounds().oldest());
    world.store.write(
        tx -> {
          tx.endpointCursors().put(EndpointCursor.after(organization, "whk_1", 2));
          return true;
        });
    advance(Duration.ofHours(1));
    retention.run();
    assertEquals(3, bounds().oldest());
    EventFeed.Cursor early = new EventFeed.Cursor(0, world.context.now().minus(Duration.ofDays(1)));
    assertEquals(
        ErrorCode.GONE, refusal(() -> world.events.poll(world.owner, EventQuery.ALL, early, 10)));
  }

  private dev.agentmailbox.port.event.EventLog.Bounds bounds() {
    return world.store.read(tx -> tx.events().bounds(inbox.organizationId()));
  }

  @Test
  void attempts_keys_and_receipts_expire() {
    String organization = inbox.organizationId();
    world.store.write(
        tx -> {
          tx.table(DELIVERIES)
              .add(
                  Delivery.first(
                      "dlv_1",
                      organization,
                      "whk_1",
                      new Delivery.Subject(1, "evt_1", EventType.MESSAGE_SENT),
                      Delivery.Trigger.EVENT,
                      world.context.now(),
                      world.context.now()));
          tx.idempotency()
              .claim(
                  new IdempotencyStore.Key("org", "key"),
                  new IdempotencyStore.Entry("body", Optional.empty()),
                  world.context.now(),
                  world.context.now().plus(IdempotentRequest.KEPT));
          return tx.receipts()
              .note(
                  "org",
                  "r",
                  world.context.now(),
                  world.context.now().plus(IdempotentRequest.KEPT));
        });
    Expiry expiry = new Expiry(world.context);
    assertEquals(0, expiry.run());
    advance(Duration.ofDays(8));
    assertEquals(2, expiry.run());
    assertEquals(0, expiry.run());
    advance(Duration.ofDays(23));
    assertEquals(1, expiry.run());
  }

  private void publish(EventType type, boolean wake) {
    Event event =
        new Event(
            world.context.ids().next(IdPrefix.EVENT),
            type,
            world.context.now(),
            inbox.scope(),
            null,
            null,
            Map.of("wake", wake));
    world.store.write(
        tx -> {
          tx.publish(event);
          return true;
        });
  }

  private List<Event> told() {
    return world.log().stream().filter(e -> e.type() == EventType.INBOX_DIGEST).toList();
  }

  // spec EventTypes.21
  @Test
  void a_digest_tells_once_what_happened_the_day_before_without_waking() {
    publish(EventType.LABEL_ADDED, false);
    publish(EventType.LABEL_ADDED, false);
    publish(EventType.MESSAGE_RECEIVED, false);
    publish(EventType.MESSAGE_RECEIVED, true);
    world.inbox("silent");
    assertEquals(0, digests.run());
    advance(Duration.ofHours(12));
    assertEquals(0, digests.run(), "a day is not settled at its very end");
    advance(Duration.ofMinutes(6));
    assertEquals(1, digests.run());
    assertEquals(0, digests.run());
    assertEquals(0, new InboxDigests(world.context).run());
    Event digest = told().get(0);
    assertEquals("2026-03-01", digest.data().get("date"));
    assertEquals(Map.of("label.added", 2L, "message.received", 1L), digest.data().get("counts"));
    assertEquals(inbox.address(), digest.inboxId());
    assertTrue(digest.wakes());
  }

  @Test
  void days_of_a_service_that_stood_still_are_told_later_but_not_for_ever() {
    digests.run();
    publish(EventType.LABEL_ADDED, false);
    advance(Duration.ofDays(1));
    publish(EventType.LABEL_ADDED, false);
    advance(Duration.ofDays(3));
    assertEquals(2, digests.run());
    publish(EventType.LABEL_ADDED, false);
    advance(Duration.ofDays(20));
    assertEquals(0, digests.run());
    assertEquals(
        List.of("2026-03-01", "2026-03-02"),
        told().stream().map(event -> event.data().get("date")).toList());
  }

  @Test
  void a_deleted_inbox_gets_no_digest() {
    publish(EventType.LABEL_ADDED, false);
    world.inboxes.delete(world.owner, inbox.address());
    advance(Duration.ofDays(1));
    assertEquals(0, digests.run());
  }

  @Test
  void metrics_and_usage_agree() {
    world.receive(inbox, "a@example.com", "One", "text");
    world.receive(inbox, "spam@example.com", "Buy", GTUBE);
    advance(Duration.ofDays(1));
    world.receive(inbox, "a@example.com", "Two", "text");
    Metrics metrics = new Metrics(world.context);
    Metrics.MetricsQuery all = new Metrics.MetricsQuery(null, null, null, null);
    Metrics.MetricsQuery ofInbox = new Metrics.MetricsQuery(null, inbox.address(), null, null);
    assertEquals(
        world.usage.usage(world.owner, null, null).days(), metrics.usage(world.owner, all));
    long received =
        metrics.events(world.owner, ofInbox).stream()
            .mapToLong(
                day ->
                    day.counts().getOrDefault(EventType.MESSAGE_RECEIVED, 0L)
                        + day.counts().getOrDefault(EventType.MESSAGE_RECEIVED_SPAM, 0L))
            .sum();
    assertEquals(3, received);
    assertEquals(
        received,
        metrics.usage(world.owner, ofInbox).stream()
            .mapToLong(day -> day.get(Counter.RECEIVED))
            .sum());
    refused(
        () ->
            metrics.events(
                world.owner, new Metrics.MetricsQuery(null, "no@where.test", null, null)));
  }
}
