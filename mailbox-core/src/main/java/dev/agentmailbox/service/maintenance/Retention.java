package dev.agentmailbox.service.maintenance;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.service.message.MessageRemoval;
import dev.agentmailbox.service.message.ThreadKeeper;
import dev.agentmailbox.service.policy.PolicyLoader;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.work.MaintenanceTask;
import dev.agentmailbox.service.work.PageWalk;
import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deletes events after 30 days, and trash, spam and blocked mail 30 days after it was labelled so,
 * with its content; other mail after the time that the policy sets. Mail that is held, or under a
 * legal hold, does not expire. Events not yet delivered to an enabled webhook are retained:
 * deliveries are delayed, never dropped. Thread safe.
 */
public final class Retention implements MaintenanceTask {
  /** Retention of events, trash, spam and blocked mail. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final Duration PERIOD = Duration.ofMinutes(10);
  private static final int EVENT_BATCH = 1_000;
  private static final int MESSAGE_BATCH = 50;

  /** Most batches per organization's events or inbox's messages and run. */
  private static final int MAX_BATCHES = 20;

  /** All hidden values, each an index range. */
  private static final List<Integer> HIDDEN =
      Hidden.visibleBits(List.of(Hidden.values())).stream().filter(bits -> bits != 0).toList();

  private static final List<Integer> ALL = Hidden.visibleBits(List.of(Hidden.values()));

  private final MailboxContext context;
  private final MessageRemoval removal;
  private final ContentRemoval content;
  private final TaskInterval pace = new TaskInterval(PERIOD);

  public Retention(MailboxContext context) {
    this.context = context;
    this.removal = new MessageRemoval(context);
    this.content = new ContentRemoval(context);
  }

  @Override
  public String name() {
    return "retention";
  }

  @Override
  public int run() {
    Instant now = context.now();
    if (!pace.isTime(now)) {
      return 0;
    }
    int[] removed = {0};
    PageWalk.each(
        context,
        (tx, page) -> tx.organizations().list(page),
        organization -> new PagePosition(organization.createdAt(), organization.id()),
        organization -> removed[0] += ofOrganization(organization, now));
    return removed[0];
  }

  private int ofOrganization(Organization organization, Instant now) {
    int[] removed = {events(organization.id(), now.minus(KEPT))};
    PageWalk.each(
        context,
        (tx, page) -> tx.inboxes().list(Scope.organization(organization.id()), null, page),
        inbox -> new PagePosition(inbox.createdAt(), inbox.address()),
        inbox -> removed[0] += messages(organization, inbox, now));
    return removed[0];
  }

  private int events(String organizationId, Instant horizon) {
    int removed = 0;
    for (int i = 0; i < MAX_BATCHES; i++) {
      int batch = context.write(tx -> events(tx, organizationId, horizon));
      removed += batch;
      if (batch < EVENT_BATCH) {
        return removed;
      }
    }
    pace.again();
    return removed;
  }

  private static int events(StoreTransaction tx, String organizationId, Instant horizon) {
    long told =
        tx.endpointCursors().enabledOf(organizationId).stream()
            .mapToLong(EndpointCursor::cursor)
            .min()
            .orElse(Long.MAX_VALUE);
    return tx.events().removeBefore(organizationId, horizon, told, EVENT_BATCH);
  }

  /** Hidden messages after a fixed time, and all after the time that the policy sets. */
  private int messages(Organization organization, Inbox inbox, Instant now) {
    EffectivePolicy policy = context.read(tx -> PolicyLoader.of(tx, organization, inbox));
    if (policy.legalHold()) {
      return 0;
    }
    int removed = messages(inbox, HIDDEN, now.minus(KEPT));
    if (policy.retentionDays() > 0) {
      removed += messages(inbox, ALL, now.minus(Duration.ofDays(policy.retentionDays())));
    }
    return removed;
  }

  private int messages(Inbox inbox, List<Integer> hiddenBits, Instant horizon) {
    int removed = 0;
    PageRequest page = new PageRequest(MESSAGE_BATCH, null, true);
    for (int i = 0; i < MAX_BATCHES; i++) {
      PageRequest request = page;
      Removed some = context.write(tx -> messages(tx, inbox, hiddenBits, horizon, request));
      content.deleteUnnamed(some.contentKeys());
      removed += some.messages();
      if (some.next() == null) {
        return removed;
      }
      page = new PageRequest(MESSAGE_BATCH, some.next(), true);
    }
    pace.again();
    return removed;
  }

  /**
   * Result of a batch.
   *
   * @param next start of the next batch; null after the last
   */
  private record Removed(int messages, Set<String> contentKeys, @Nullable PagePosition next) {}

  private Removed messages(
      StoreTransaction tx,
      Inbox inbox,
      List<Integer> hiddenBits,
      Instant horizon,
      PageRequest page) {
    Scope scope = inbox.scope();
    if (tx.inboxes().lock(scope, inbox.address()).isEmpty()) {
      return new Removed(0, Set.of(), null);
    }
    MessageRange old = new MessageRange(hiddenBits, null, null, null, horizon);
    List<Message> found = tx.messages().range(scope, old, page);
    List<Message> batch = found.size() > MESSAGE_BATCH ? found.subList(0, MESSAGE_BATCH) : found;
    // Mail put into the trash recently was updated recently, however old it is.
    boolean byPolicy = hiddenBits.equals(ALL);
    List<Message> due =
        batch.stream()
            .filter(message -> byPolicy || message.updatedAt().isBefore(horizon))
            .filter(message -> !message.labels().contains(Label.HELD))
            .toList();
    Set<String> contentKeys = due.isEmpty() ? Set.of() : removal.remove(tx, scope, due);
    due.stream()
        .map(Message::threadId)
        .collect(Collectors.toSet())
        .forEach(thread -> ThreadKeeper.refresh(tx, scope, thread, context.now()));
    Message last = found.size() > MESSAGE_BATCH ? batch.get(MESSAGE_BATCH - 1) : null;
    return new Removed(
        due.size(),
        contentKeys,
        last == null ? null : new PagePosition(last.createdAt(), last.id()));
  }
}
