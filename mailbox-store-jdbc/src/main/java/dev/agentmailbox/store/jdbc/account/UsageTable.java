package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.port.account.UsageStore;
import dev.agentmailbox.store.jdbc.sql.AmountTable;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts by day, and daily quotas. */
public final class UsageTable implements UsageStore {
  private static final List<String> COUNTERS =
      Arrays.stream(Counter.values()).map(UsageTable::column).toList();
  private static final AmountTable COUNTS =
      new AmountTable("usage_day", List.of("org_id", "subject_id", "usage_date"), COUNTERS);
  private static final String OF_SUBJECT =
      " FROM usage_day WHERE org_id = :org_id AND subject_id = :subject_id";
  private static final String DAYS =
      "SELECT usage_date, "
          + String.join(", ", COUNTERS)
          + OF_SUBJECT
          + " AND usage_date >= :first AND usage_date <= :last";
  private static final String STORED =
      "SELECT COALESCE(SUM(storage_bytes - removed_bytes), 0)" + OF_SUBJECT;

  private static final String OF_QUOTA =
      " WHERE org_id = :org_id AND usage_date = :usage_date AND quota = :quota";
  private static final String TAKE =
      "UPDATE quota_day SET used = used + :amount" + OF_QUOTA + " AND used <= :most_before";
  private static final String START_QUOTA =
      """
      INSERT INTO quota_day (org_id, usage_date, quota, used)
      VALUES (:org_id, :usage_date, :quota, 0)""";
  private static final String GIVE_BACK =
      "UPDATE quota_day SET used = GREATEST(0, used - :amount)" + OF_QUOTA;
  private static final String USED = "SELECT used FROM quota_day" + OF_QUOTA;

  private final Statements statements;
  private final Runnable beforeReading;

  /** A table without pending counts. */
  public UsageTable(Statements statements) {
    this(statements, () -> {});
  }

  /**
   * A table of a transaction that may have pending counts.
   *
   * @param beforeReading called before daily counts are read; throws when they are pending
   */
  public UsageTable(Statements statements, Runnable beforeReading) {
    this.statements = statements;
    this.beforeReading = beforeReading;
  }

  private static String column(Counter counter) {
    return counter.name().toLowerCase(Locale.ROOT);
  }

  private static int number(LocalDate date) {
    return Math.toIntExact(date.toEpochDay());
  }

  /** An increment of one subject's day. */
  public record Growth(
      String organizationId, String subjectId, LocalDate date, Map<Counter, Long> amounts) {
    private List<Object> row() {
      List<Object> values = new ArrayList<>(List.of(organizationId, subjectId, number(date)));
      for (Counter counter : Counter.values()) {
        values.add(amounts.getOrDefault(counter, 0L));
      }
      return values;
    }
  }

  /** Applies increments in the given order. */
  public void add(List<Growth> days) {
    COUNTS.add(statements, days.stream().map(Growth::row).toList());
  }

  @Override
  public List<UsageDay> days(
      String organizationId, String subjectId, LocalDate from, LocalDate to) {
    beforeReading.run();
    Map<LocalDate, Map<Counter, Long>> counted = new HashMap<>();
    statements
        .query(DAYS)
        .bind("org_id", organizationId)
        .bind("subject_id", subjectId)
        .bind("first", number(from))
        .bind("last", number(to))
        .map(
            (row, context) ->
                counted.put(LocalDate.ofEpochDay(row.getInt("usage_date")), readCounts(row)))
        .list();
    return from.datesUntil(to.plusDays(1))
        .map(date -> new UsageDay(date, counted.getOrDefault(date, Map.of())))
        .toList();
  }

  @Override
  public long storedBytes(String organizationId, String subjectId) {
    beforeReading.run();
    return statements
        .query(STORED)
        .bind("org_id", organizationId)
        .bind("subject_id", subjectId)
        .mapTo(Long.class)
        .one();
  }

  private static Map<Counter, Long> readCounts(ResultSet row) throws SQLException {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      counts.put(counter, row.getLong(column(counter)));
    }
    return counts;
  }

  @Override
  public boolean take(String organizationId, LocalDate date, Quota quota, int amount, int limit) {
    if (tryTake(organizationId, date, quota, amount, limit)) {
      return true;
    }
    // Either the quota is exceeded or the day has no row yet: create the row and retry.
    statements.runUnlessKnown(
        bind(statements.directUnlessKnown(START_QUOTA), organizationId, date, quota));
    return tryTake(organizationId, date, quota, amount, limit);
  }

  private boolean tryTake(
      String organizationId, LocalDate date, Quota quota, int amount, int limit) {
    return statements.run(
            bind(statements.direct(TAKE), organizationId, date, quota)
                .bind("amount", amount)
                .bind("most_before", (long) limit - amount))
        == 1;
  }

  @Override
  public void giveBack(String organizationId, LocalDate date, Quota quota, int amount) {
    statements.write(
        bind(statements.direct(GIVE_BACK), organizationId, date, quota).bind("amount", amount));
  }

  private static DirectUpdate bind(
      DirectUpdate update, String organizationId, LocalDate date, Quota quota) {
    return update
        .bind("org_id", organizationId)
        .bind("usage_date", number(date))
        .bind("quota", quota.name());
  }

  @Override
  public long used(String organizationId, LocalDate date, Quota quota) {
    return statements
        .query(USED)
        .bind("org_id", organizationId)
        .bind("usage_date", number(date))
        .bind("quota", quota.name())
        .mapTo(Long.class)
        .findOne()
        .orElse(0L);
  }
}
