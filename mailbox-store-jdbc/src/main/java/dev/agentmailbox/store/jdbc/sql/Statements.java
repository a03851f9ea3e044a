package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** The statements of one transaction. Belongs to one thread. */
public final class Statements {
  private final Supplier<Handle> handle;
  private final Dialect dialect;
  private final boolean writing;
  private final RowCache cache;
  private final UnwrittenContent unwritten;
  private final PendingUpdates pending = new PendingUpdates();
  private final List<String> contentKeys = new ArrayList<>();

  /**
   * @param handle asked before each statement
   * @param cache of the store
   * @param unwritten of the store
   */
  public Statements(
      Supplier<Handle> handle,
      Dialect dialect,
      boolean writing,
      RowCache cache,
      UnwrittenContent unwritten) {
    this.handle = handle;
    this.dialect = dialect;
    this.writing = writing;
    this.cache = cache;
    this.unwritten = unwritten;
  }

  public Dialect dialect() {
    return dialect;
  }

  /** Reads rows through the cache; the key identifies the query. */
  public <T> T cached(Table table, Object key, Supplier<T> read) {
    return cache.get(table, key, read);
  }

  /**
   * A mail as stored, parsed unless it was read lately.
   *
   * @param id of its message
   */
  public <T> T mail(String id, String text, Function<String, T> parse) {
    return cache.mails.get(id, text, parse);
  }

  /** Drops what is kept of deleted mail. */
  public void forgetMails(Collection<String> ids) {
    cache.mails.forget(ids);
  }

  /**
   * Finds a row by a key of the whole service: reads its place in a look-up table, unless that is
   * known, and then the row.
   *
   * @param query selects the organization and the id for {@code :key}
   * @param row the row of an organization and an id, if it has this key
   */
  public <T> Optional<T> lookUp(
      String query, String key, BiFunction<String, String, Optional<T>> row) {
    return cache.lookUps.find(this, query, key, row);
  }

  /** See {@link EarlierRows}. */
  public boolean hasEarlierRows(String table) {
    return cache.earlierRows.isIn(table, this);
  }

  /** See {@link EarlierRows}. */
  public void adoptEarlierRow(String table, String column, String organizationId, String key) {
    cache.earlierRows.adopt(this, table, column, organizationId, key);
  }

  /** An update of a table that {@link #cached} reads. */
  public Update update(Table table, String sql) {
    change(table);
    return update(sql);
  }

  /** Called before a table that {@link #cached} reads is changed. */
  void change(Table table) {
    requireWriting();
    cache.change(table);
  }

  public Query query(String sql) {
    pending.runBefore(sql);
    return handle.get().createQuery(sql);
  }

  /** A query that locks rows. */
  public Query lockingQuery(String sql) {
    requireWriting();
    pending.runBeforeLocking(sql);
    return handle.get().createQuery(sql);
  }

  public Update update(String sql) {
    requireWriting();
    pending.run();
    return handle.get().createUpdate(sql);
  }

  /** An update of a table that each message or send writes. */
  public DirectUpdate direct(String sql) {
    requireWriting();
    return new DirectUpdate(handle.get().getConnection(), sql);
  }

  /**
   * A direct update whose values are given in their order.
   *
   * @param sql with a question mark for each value
   */
  public DirectUpdate direct(String sql, List<?> values) {
    requireWriting();
    return new DirectUpdate(handle.get().getConnection(), sql, values);
  }

  public PreparedBatch batch(String sql) {
    requireWriting();
    pending.run();
    return handle.get().prepareBatch(sql);
  }

  /** Runs an update; returns the number of changed rows. */
  public int run(Update update) {
    return update.execute();
  }

  /** Runs an update; returns the number of changed rows. */
  public int run(DirectUpdate update) {
    update.add();
    return dialect.sendsTogether() ? pending.runWith(update).changed() : update.executeAll()[0];
  }

  /**
   * Runs an update for each list of values, in their order; returns the numbers of rows changed.
   */
  int[] runEach(String sql, List<? extends List<?>> rows) {
    DirectUpdate update = direct(sql, rows.get(0));
    rows.forEach(update::add);
    return update.executeAll();
  }

  /**
   * Runs an update of one row with a RETURNING clause of {@link Dialect#returning}; returns the
   * number that it returns.
   */
  public Optional<Long> runReturning(DirectUpdate update) {
    update.add();
    return Optional.ofNullable(pending.runWith(update).returned());
  }

  /**
   * Runs an update before the next statement that may see what it did, and before the commit: with
   * others at once where that is faster.
   */
  public void write(DirectUpdate update) {
    update.add();
    writeAll(update);
  }

  /** As {@link #write}, for each row added, of which there may be none. */
  public void writeAll(DirectUpdate update) {
    if (dialect.sendsTogether()) {
      pending.add(update);
    } else {
      update.executeAll();
    }
  }

  /** As {@link #write}, of an INSERT that does nothing when a row with one of its keys exists. */
  public void writeUnlessKnown(DirectUpdate insert) {
    if (dialect.sendsTogether()) {
      write(insert);
    } else {
      runUnlessKnown(insert);
    }
  }

  /** Writes content that a row of this transaction refers to, unless that is done. */
  public void writeContent(String key) {
    byte[] content = unwritten.find(key);
    if (content != null && !contentKeys.contains(key)) {
      contentKeys.add(key);
      write(direct(dialect.insertContent(), List.of(key, (long) content.length, key, content)));
    }
  }

  /** How many contents the transaction has written, for {@link #contentRolledBack}. */
  public int contentCount() {
    return contentKeys.size();
  }

  /** Called after a rollback to a savepoint at which that many contents had been written. */
  public void contentRolledBack(int count) {
    contentKeys.subList(count, contentKeys.size()).clear();
  }

  /** Runs the updates that wait; called before the commit. */
  public void finish() {
    pending.run();
  }

  /** Called after the commit. */
  public void committed() {
    unwritten.removeAll(contentKeys);
  }

  /** Runs a batch, which may be empty; returns the number of changed rows. */
  public int run(PreparedBatch batch) {
    try (batch) {
      int[] counts = batch.size() == 0 ? new int[0] : batch.execute();
      return Arrays.stream(counts).map(count -> Math.max(count, 0)).sum();
    }
  }

  /** An INSERT for {@code runUnlessKnown}. */
  public Update insertUnlessKnown(String sql) {
    return update(sql + dialect.skipDuplicates());
  }

  /** A direct INSERT for {@code runUnlessKnown}. */
  public DirectUpdate directUnlessKnown(String sql) {
    return direct(sql + dialect.skipDuplicates());
  }

  /** As {@link #directUnlessKnown(String)}, with values in their order. */
  public DirectUpdate directUnlessKnown(String sql, List<?> values) {
    return direct(sql + dialect.skipDuplicates(), values);
  }

  /** An INSERT for {@code runUnlessKnown} into a table that {@link #cached} reads. */
  public Update insertUnlessKnown(Table table, String sql) {
    return update(table, sql + dialect.skipDuplicates());
  }

  /** Runs the INSERT; returns false when a row with one of its keys exists. */
  public boolean runUnlessKnown(Update insert) {
    return isNew(() -> run(insert));
  }

  /** Runs the INSERT; returns false when a row with one of its keys exists. */
  public boolean runUnlessKnown(DirectUpdate insert) {
    return isNew(() -> run(insert));
  }

  private static boolean isNew(IntSupplier insert) {
    try {
      return insert.getAsInt() > 0;
    } catch (JdbiException e) {
      if (Dialect.DUPLICATE_KEY.equals(SqlFailure.of(e).getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private void requireWriting() {
    if (!writing) {
      throw new IllegalStateException("a read transaction cannot write");
    }
  }
}
