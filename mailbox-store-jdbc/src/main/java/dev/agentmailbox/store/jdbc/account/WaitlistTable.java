package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.WaitlistStore;
import dev.agentmailbox.store.jdbc.sql.ExpiryScan;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places on the waitlist. */
public final class WaitlistTable implements WaitlistStore {
  private static final String OPEN = "open";
  private static final String WAITING = "waiting";
  private static final String INSERT =
      """
      INSERT INTO waitlist_entry (entry_id, entry_state, token_hash, user_id, use_case,
        monthly_volume, industry, framework, uses_other, note, created_at, expires_at)
      VALUES (:entry_id, :entry_state, :token_hash, :user_id, :use_case,
        :monthly_volume, :industry, :framework, :uses_other, :note, :created_at, :expires_at)""";
  private static final String SELECT = "SELECT * FROM waitlist_entry";
  private static final String FIND = SELECT + " WHERE entry_id = :entry_id";
  private static final IndexRange LIST =
      IndexRange.of(SELECT, "entry_state", "created_at", "entry_id");
  private static final String TAKE =
      """
      UPDATE waitlist_entry SET entry_state = :waiting, user_id = :user_id, expires_at = NULL
      WHERE token_hash = :token_hash AND entry_state = :open AND expires_at > :now""";
  private static final String REMOVE = "DELETE FROM waitlist_entry WHERE user_id = :user_id";

  private final Statements statements;

  public WaitlistTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(WaitlistEntry entry) {
    WaitlistAnswers answers = entry.answers();
    statements.run(
        statements
            .update(INSERT)
            .bind("entry_id", entry.id())
            .bind("entry_state", entry.userId() == null ? OPEN : WAITING)
            .bind("token_hash", entry.tokenHash())
            .bind("user_id", entry.userId())
            .bind("use_case", answers.useCase())
            .bind("monthly_volume", answers.monthlyVolume())
            .bind("industry", answers.industry())
            .bind("framework", answers.framework())
            .bind("uses_other", answers.usesOther())
            .bind("note", answers.note())
            .bind("created_at", Times.of(entry.createdAt()))
            .bind("expires_at", Times.ofNullable(entry.expiresAt())));
  }

  @Override
  public Optional<WaitlistEntry> find(String entryId) {
    return Rows.one(statements.query(FIND).bind("entry_id", entryId), WaitlistTable::read);
  }

  @Override
  public boolean take(String tokenHash, String userId, Instant now) {
    return statements.run(
            statements
                .update(TAKE)
                .bind("waiting", WAITING)
                .bind("open", OPEN)
                .bind("user_id", userId)
                .bind("token_hash", tokenHash)
                .bind("now", Times.of(now)))
        == 1;
  }

  @Override
  public List<WaitlistEntry> waiting(PageRequest page) {
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL).bind("entry_state", WAITING),
        WaitlistTable::read);
  }

  @Override
  public boolean removeOf(String userId) {
    return statements.run(statements.update(REMOVE).bind("user_id", userId)) > 0;
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return ExpiryScan.remove(statements, "waitlist_entry", "entry_id", now, limit);
  }

  private static WaitlistEntry read(ResultSet row) throws SQLException {
    return new WaitlistEntry(
        row.getString("entry_id"),
        row.getString("token_hash"),
        row.getString("user_id"),
        new WaitlistAnswers(
            row.getString("use_case"),
            row.getString("monthly_volume"),
            row.getString("industry"),
            row.getString("framework"),
            flag(row),
            row.getString("note")),
        Times.read(row, "created_at"),
        Times.readNullable(row, "expires_at"));
  }

  private static @Nullable Boolean flag(ResultSet row) throws SQLException {
    boolean value = row.getBoolean("uses_other");
    return row.wasNull() ? null : Boolean.valueOf(value);
  }
}
