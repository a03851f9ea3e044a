package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.event.EventCountStore;
import dev.agentmailbox.store.jdbc.sql.AmountTable;
import dev.agentmailbox.store.jdbc.sql.Statements;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Daily event counts by type; {@code quiet} counts those with wake false. */
public final class EventCountTable implements EventCountStore {
  private static final AmountTable COUNTS =
      new AmountTable(
          "event_day",
          List.of("org_id", "subject_id", "usage_date", "event_type"),
          List.of("amount", "quiet"));
  private static final String DAYS =
      """
      SELECT usage_date, event_type, amount FROM event_day
      WHERE org_id = :org_id AND subject_id = :subject_id
        AND usage_date >= :first AND usage_date <= :last
      ORDER BY org_id, subject_id, usage_date, event_type""";
  private static final String QUIET =
      """
      SELECT org_id, subject_id, event_type, quiet FROM event_day
      WHERE usage_date = :usage_date AND org_id >= :org_id
        AND (org_id > :org_id OR subject_id > :subject_id)
        AND quiet > 0 AND subject_id LIKE '%@%'
      ORDER BY usage_date, org_id, subject_id, event_type FETCH FIRST :limit ROWS ONLY""";

  /** Rows per read: more than one inbox can have per day. */
  private static final int ROWS = 20 * EventType.values().length;

  private final Statements statements;

  public EventCountTable(Statements statements) {
    this.statements = statements;
  }

  private record Key(String organizationId, String subjectId, int date, EventType type) {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::organizationId)
            .thenComparing(Key::subjectId)
            .thenComparing(Key::date)
            .thenComparing(Key::type);

    private List<Object> row(Sums sums) {
      return List.of(organizationId, subjectId, date, type.name(), sums.amount, sums.quiet);
    }
  }

  /** Counts of one key. */
  private static final class Sums {
    private long amount;
    private long quiet;
  }

  /** Counts events in a fixed order, which prevents deadlocks between transactions. */
  public void add(List<Event> events) {
    Map<Key, Sums> sums = new TreeMap<>(Key.ORDER);
    for (Event event : events) {
      add(sums, event, event.organizationId());
      add(sums, event, event.podId());
      add(sums, event, event.inboxId());
    }
    COUNTS.add(
        statements, sums.entrySet().stream().map(row -> row.getKey().row(row.getValue())).toList());
  }

  private static void add(Map<Key, Sums> sums, Event event, @Nullable String subjectId) {
    if (subjectId != null) {
      int date = number(LocalDate.ofInstant(event.occurredAt(), ZoneOffset.UTC));
      Key key = new Key(event.organizationId(), subjectId, date, event.type());
      Sums sum = sums.computeIfAbsent(key, k -> new Sums());
      sum.amount++;
      sum.quiet += event.wakes() ? 0 : 1;
    }
  }

  private static int number(LocalDate date) {
    return Math.toIntExact(date.toEpochDay());
  }

  @Override
  public List<EventDay> days(
      String organizationId, String subjectId, LocalDate from, LocalDate to) {
    Map<LocalDate, Map<EventType, Long>> days = new TreeMap<>();
    statements
        .query(DAYS)
        .bind("org_id", organizationId)
        .bind("subject_id", subjectId)
        .bind("first", number(from))
        .bind("last", number(to))
        .map(
            (row, context) ->
                days.computeIfAbsent(
                        LocalDate.ofEpochDay(row.getInt("usage_date")),
                        date -> new EnumMap<>(EventType.class))
                    .put(EventType.valueOf(row.getString("event_type")), row.getLong("amount")))
        .list();
    return days.entrySet().stream().map(d -> new EventDay(d.getKey(), d.getValue())).toList();
  }

  @Override
  public List<QuietDay> inboxesWithEvents(LocalDate date, @Nullable QuietDay after, int limit) {
    List<QuietDay> found = new ArrayList<>();
    Optional<QuietDay> last = Optional.ofNullable(after);
    boolean more = true;
    while (more && found.size() < limit) {
      List<QuietDay> some = some(date, last.orElse(null));
      more = !some.isEmpty();
      last = some.stream().reduce((first, second) -> second);
      found.addAll(some);
    }
    return found.size() <= limit ? found : List.copyOf(found.subList(0, limit));
  }

  /** The complete counts of some inboxes: at least one if there are any. */
  private List<QuietDay> some(LocalDate date, @Nullable QuietDay after) {
    record Row(String organizationId, String inboxId, EventType type, long amount) {}
    List<Row> rows =
        statements
            .query(QUIET)
            .bind("usage_date", number(date))
            .bind("org_id", after == null ? "" : after.organizationId())
            .bind("subject_id", after == null ? "" : after.inboxId())
            .bind("limit", ROWS)
            .map(
                (row, context) ->
                    new Row(
                        row.getString("org_id"),
                        row.getString("subject_id"),
                        EventType.valueOf(row.getString("event_type")),
                        row.getLong("quiet")))
            .list();
    List<QuietDay> days = new ArrayList<>();
    Map<EventType, Long> counts = new EnumMap<>(EventType.class);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      counts.put(row.type(), row.amount());
      boolean ends = i + 1 == rows.size() || !rows.get(i + 1).inboxId().equals(row.inboxId());
      boolean cut = i + 1 == rows.size() && rows.size() == ROWS;
      if (ends && !cut) {
        days.add(new QuietDay(row.organizationId(), row.inboxId(), counts));
        counts.clear();
      }
    }
    return days;
  }
}
