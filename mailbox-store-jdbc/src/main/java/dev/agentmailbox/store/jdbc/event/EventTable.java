package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;

/** The event logs of all organizations and their counters. */
public final class EventTable implements EventLog {
  private static final String INSERT =
      """
      INSERT INTO event (org_id, seq, inbox_id, event_type, occurred_at, details)
      VALUES (:org_id, :seq, :inbox_id, :event_type, :occurred_at, :details)""";
  private static final String REPLACE =
      "UPDATE event SET details = :details WHERE org_id = :org_id AND seq = :seq";
  private static final String TAKE_NUMBERS =
      "UPDATE event_head SET last_seq = last_seq + :amount WHERE org_id = :org_id";
  private static final String AFTER =
      """
      SELECT * FROM event WHERE org_id = :org_id AND seq > :seq
      ORDER BY org_id, seq FETCH FIRST :limit ROWS ONLY""";
  private static final String OF_INBOX_AFTER =
      """
      SELECT * FROM event WHERE org_id = :org_id AND inbox_id = :inbox_id AND seq > :seq
      ORDER BY org_id, inbox_id, seq FETCH FIRST :limit ROWS ONLY""";
  private static final String OF_INBOX_BEFORE =
      """
      SELECT * FROM event WHERE org_id = :org_id AND inbox_id = :inbox_id AND seq < :seq
      ORDER BY org_id DESC, inbox_id DESC, seq DESC FETCH FIRST :limit ROWS ONLY""";
  private static final String HEAD =
      "SELECT last_seq, min_seq FROM event_head WHERE org_id = :org_id";
  private static final String HEADS =
      "SELECT org_id, last_seq FROM event_head WHERE org_id = ANY (:org_ids)";
  private static final String OLDEST =
      """
      SELECT seq, occurred_at FROM event WHERE org_id = :org_id
      ORDER BY org_id, seq FETCH FIRST :limit ROWS ONLY""";
  private static final String DELETE = "DELETE FROM event WHERE org_id = :org_id AND seq <= :seq";
  private static final String RAISE_OLDEST =
      "UPDATE event_head SET min_seq = :seq WHERE org_id = :org_id AND min_seq < :seq";

  private final Statements statements;
  private final DurablePositions positions;

  public EventTable(Statements statements, DurablePositions positions) {
    this.statements = statements;
    this.positions = positions;
  }

  /**
   * Numbers and appends events; the log's counter stays locked until the commit.
   *
   * @return the number of the last one
   */
  public long append(String organizationId, List<Event> events) {
    long last = takeNumbers(organizationId, events.size());
    long next = last - events.size() + 1;
    positions.hold(organizationId, next);
    DirectUpdate batch = statements.direct(INSERT);
    for (Event event : events) {
      batch
          .bind("org_id", organizationId)
          .bind("seq", next++)
          .bind("inbox_id", event.inboxId())
          .bind("event_type", event.type().name())
          .bind("occurred_at", Times.of(event.occurredAt()))
          .bind("details", Json.write(EventDetails.of(event)))
          .add();
    }
    statements.writeAll(batch);
    return last;
  }

  private long takeNumbers(String organizationId, int amount) {
    Optional<String> returning = statements.dialect().returning(TAKE_NUMBERS, "last_seq");
    DirectUpdate take =
        statements
            .direct(returning.orElse(TAKE_NUMBERS))
            .bind("amount", amount)
            .bind("org_id", organizationId);
    Optional<Long> last =
        returning.isPresent() ? statements.runReturning(take) : runAndRead(take, organizationId);
    return last.orElseThrow(() -> new StoreException(organizationId + " has no event log", null));
  }

  /** The query reads the row that the update has locked. */
  private Optional<Long> runAndRead(DirectUpdate take, String organizationId) {
    statements.run(take);
    return statements
        .lockingQuery(HEAD)
        .bind("org_id", organizationId)
        .map((row, context) -> row.getLong("last_seq"))
        .findOne();
  }

  @Override
  public List<LoggedEvent> after(String organizationId, long sequence, int limit) {
    return page(statements.query(AFTER), organizationId, sequence, limit);
  }

  @Override
  public List<LoggedEvent> ofInboxAfter(
      String organizationId, String inboxId, long sequence, int limit) {
    Query query = statements.query(OF_INBOX_AFTER).bind("inbox_id", inboxId);
    return page(query, organizationId, sequence, limit);
  }

  @Override
  public List<LoggedEvent> ofInboxBefore(
      String organizationId, String inboxId, long sequence, int limit) {
    // In descending order, events above the mark would only displace visible ones.
    long before = Math.min(sequence, incremented(positions.lastVisible(organizationId)));
    Query query = statements.query(OF_INBOX_BEFORE).bind("inbox_id", inboxId);
    return page(query, organizationId, before, limit);
  }

  private static long incremented(long number) {
    return number == Long.MAX_VALUE ? number : number + 1;
  }

  private List<LoggedEvent> page(Query query, String organizationId, long sequence, int limit) {
    List<LoggedEvent> read =
        Rows.list(
            query.bind("org_id", organizationId).bind("seq", sequence).bind("limit", limit),
            EventTable::read);
    long lastVisible = positions.lastVisible(organizationId);
    return read.stream().filter(event -> event.sequence() <= lastVisible).toList();
  }

  @Override
  public void replaceData(LoggedEvent event) {
    statements.run(
        statements
            .update(REPLACE)
            .bind("details", Json.write(EventDetails.of(event.event())))
            .bind("org_id", event.event().organizationId())
            .bind("seq", event.sequence()));
  }

  @Override
  public Bounds bounds(String organizationId) {
    Optional<Bounds> head =
        statements
            .query(HEAD)
            .bind("org_id", organizationId)
            .map((row, context) -> new Bounds(row.getLong("min_seq"), row.getLong("last_seq")))
            .findOne();
    Bounds bounds = head.orElse(new Bounds(1, 0));
    long newest = Math.min(bounds.newest(), positions.lastVisible(organizationId));
    return new Bounds(Math.min(bounds.oldest(), newest + 1), newest);
  }

  /** The last event number of each of some logs. */
  public Map<String, Long> heads(Set<String> organizationIds) {
    Map<String, Long> heads = new HashMap<>();
    statements
        .query(HEADS)
        .bindArray("org_ids", String.class, organizationIds)
        .map((row, context) -> heads.put(row.getString("org_id"), row.getLong("last_seq")))
        .list();
    return heads;
  }

  @Override
  public int removeBefore(String organizationId, Instant horizon, long upTo, int limit) {
    long last = 0;
    List<long[]> oldest =
        statements
            .query(OLDEST)
            .bind("org_id", organizationId)
            .bind("limit", limit)
            .map((row, context) -> new long[] {row.getLong("seq"), row.getLong("occurred_at")})
            .list();
    for (long[] event : oldest) {
      if (event[0] > upTo || event[1] >= Times.of(horizon)) {
        break;
      }
      last = event[0];
    }
    if (last == 0) {
      return 0;
    }
    statements.run(
        statements.update(RAISE_OLDEST).bind("org_id", organizationId).bind("seq", last + 1));
    return statements.run(
        statements.update(DELETE).bind("org_id", organizationId).bind("seq", last));
  }

  private static LoggedEvent read(ResultSet row) throws SQLException {
    EventDetails details = Json.read(row.getString("details"), EventDetails.class);
    Integer hiddenBits = details.hiddenBits();
    return new LoggedEvent(
        row.getLong("seq"),
        new Event(
            details.id(),
            EventType.valueOf(row.getString("event_type")),
            Times.read(row, "occurred_at"),
            new Scope(row.getString("org_id"), details.podId(), row.getString("inbox_id")),
            details.threadId(),
            details.messageId(),
            details.data(),
            hiddenBits == null ? 0 : hiddenBits));
  }
}
