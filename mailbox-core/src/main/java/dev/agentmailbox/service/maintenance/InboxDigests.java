package dev.agentmailbox.service.maintenance;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.EventCountStore.QuietDay;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a daily {@code inbox.digest} for each inbox, with the previous day's non-waking events.
 * Days missed while the service was down are caught up. Thread safe.
 */
public final class InboxDigests implements MaintenanceTask {
  /** After the end of a day its counts settle for this long, for transactions that began before. */
  static final Duration SETTLING = Duration.ofMinutes(5);

  /** Most days caught up. */
  static final int MAX_DAYS_BACK = 7;

  /** Setting with the last day completed. */
  private static final String LAST_DAY = "inbox_digest";

  private static final Duration NOTED = Duration.ofDays(30);
  private static final int BATCH = 100;

  private final MailboxContext context;

  public InboxDigests(MailboxContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "inbox digests";
  }

  @Override
  public int run() {
    LocalDate settled =
        LocalDate.ofInstant(context.now().minus(SETTLING), ZoneOffset.UTC).minusDays(1);
    Optional<LocalDate> last =
        context.read(tx -> tx.settings().get(LAST_DAY)).map(LocalDate::parse);
    LocalDate date = last.map(day -> day.plusDays(1)).orElse(settled);
    LocalDate earliest = settled.minusDays(MAX_DAYS_BACK - 1L);
    date = date.isBefore(earliest) ? earliest : date;
    int told = 0;
    while (!date.isAfter(settled)) {
      told += publish(date);
      String done = date.toString();
      context.write(tx -> put(tx, done));
      date = date.plusDays(1);
    }
    return told;
  }

  private static boolean put(StoreTransaction tx, String done) {
    tx.settings().put(LAST_DAY, done);
    return true;
  }

  private int publish(LocalDate date) {
    int told = 0;
    List<QuietDay> some = quiet(date, null);
    while (!some.isEmpty()) {
      for (QuietDay day : some) {
        told += context.write(tx -> publish(tx, date, day)) ? 1 : 0;
      }
      some = quiet(date, some.get(some.size() - 1));
    }
    return told;
  }

  private List<QuietDay> quiet(LocalDate date, @Nullable QuietDay after) {
    return context.read(tx -> tx.eventCounts().inboxesWithEvents(date, after, BATCH));
  }

  /** The receipt makes it happen exactly once, across crashes and processes. */
  private boolean publish(StoreTransaction tx, LocalDate date, QuietDay day) {
    Instant now = context.now();
    Optional<Inbox> inbox =
        tx.inboxes().find(Scope.organization(day.organizationId()), day.inboxId());
    String note = "digest " + date + ' ' + day.inboxId();
    if (inbox.isEmpty() || !tx.receipts().note(day.organizationId(), note, now, now.plus(NOTED))) {
      return false;
    }
    Map<String, Long> counts = new TreeMap<>();
    day.counts().forEach((type, count) -> counts.put(type.wireName(), count));
    tx.publish(
        EventBuilder.of(context, EventType.INBOX_DIGEST, now, inbox.get())
            .with(EventMember.DATE, date.toString())
            .with(EventMember.COUNTS, counts)
            .build());
    return true;
  }
}
