package dev.agentmailbox.store.jdbc.search;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.message.SearchStore.Entry;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.Query;

/**
 * One search: reads the newest messages, which are in no block, and the blocks that may contain the
 * words. The amount read is bounded; the result says where to continue. Belongs to one thread.
 */
final class SearchScan {
  /** Approximate limit of messages read. */
  static final int MAX_MESSAGES = 20_000;

  /** Limit of blocks looked up. */
  static final int MAX_BLOCKS = 2_000;

  /** Messages read first: enough for a page of a frequent word. */
  private static final int FIRST_MESSAGES = 100;

  /** So few messages are read faster than their blocks are looked up. */
  private static final int FEW_MESSAGES = 1_000;

  private static final int FIRST_BLOCKS = 20;

  /** Fixed cost of reading a range of messages. */
  private static final int STRETCH_MESSAGES = 50;

  /** A time after every message. */
  private static final long LATEST = Long.MAX_VALUE - 1;

  private static final String NEWEST_BLOCK =
      "SELECT COALESCE(MAX(through), -1) FROM search_block WHERE org_id = :org_id";

  private static final ScopedRange MEASURE =
      ScopedRange.of("SELECT created_at FROM search_document", "", "created_at", "message_id", "")
          .measured("created_at");

  private final Statements statements;
  private final Scope scope;
  private final List<String> words;
  private final SearchStatements sql;
  private final PageRequest page;

  /** The range not searched yet. */
  private TimeRange left;

  private int messages = MAX_MESSAGES;
  private int nextMessages = FIRST_MESSAGES;
  private int blocks = MAX_BLOCKS;
  private final List<Entry> found = new ArrayList<>();

  SearchScan(Statements statements, Scope scope, SearchStore.Query query, PageRequest page) {
    this.statements = statements;
    this.scope = scope;
    this.words = query.prefixes().stream().map(SearchStore::cut).toList();
    this.sql = SearchStatements.of(query);
    this.page = page;
    TimeRange whole = TimeRange.between(query.from(), query.before()).until(LATEST).since(0);
    PagePosition after = page.after();
    this.left =
        after == null
            ? whole
            : page.ascending()
                ? whole.since(Times.of(after.time()))
                : whole.until(Times.of(after.time()));
  }

  /** The requested page, within the cost limit. */
  Page<Entry> run() {
    readPart(left);
    nextMessages = FEW_MESSAGES;
    if (mayContinue()) {
      if (measure(left, FEW_MESSAGES).amount() < FEW_MESSAGES) {
        readMatches(left);
        passed(left);
      } else {
        readMany();
      }
    }
    if (found.size() > page.limit()) {
      return Page.cut(found, page.limit(), Entry::position);
    }
    return new Page<>(found, left.isEmpty() ? null : edge());
  }

  private void readMany() {
    long settled =
        statements
            .query(NEWEST_BLOCK)
            .bind("org_id", scope.organizationId())
            .mapTo(Long.class)
            .one();
    while (mayContinue() && blocks > 0) {
      TimeRange newest = left.since(settled + 1);
      TimeRange inBlocks = left.until(settled);
      if (inBlocks.isEmpty() || (!page.ascending() && !newest.isEmpty())) {
        read(newest);
      } else {
        readBlocks(inBlocks);
      }
    }
  }

  private boolean mayContinue() {
    return !left.isEmpty() && found.size() <= page.limit() && messages > 0;
  }

  /** The position up to which everything was searched. */
  private PagePosition edge() {
    return page.ascending()
        ? new PagePosition(Instant.ofEpochMilli(left.first() - 1), IndexRange.LAST_ID)
        : new PagePosition(Instant.ofEpochMilli(left.last() + 1), "");
  }

  private void passed(TimeRange done) {
    left = page.ascending() ? left.since(done.last() + 1) : left.until(done.first() - 1);
  }

  /** Adjacent candidate blocks are read together. */
  private void readBlocks(TimeRange settled) {
    List<Block> next = blocks(settled);
    if (next.isEmpty()) {
      // Deleted meanwhile; reading their range is correct anyway.
      read(settled);
    }
    TimeRange stretch = null;
    for (Block block : next) {
      if (block.holds()) {
        stretch = stretch == null ? block.window() : stretch.and(block.window());
      } else {
        if (stretch != null) {
          read(stretch);
          stretch = null;
        }
        if (!mayContinue()) {
          return;
        }
        passed(block.window());
      }
    }
    if (stretch != null) {
      read(stretch);
    }
  }

  private void read(TimeRange stretch) {
    TimeRange rest = stretch.inside(left);
    while (!rest.isEmpty() && mayContinue()) {
      readPart(rest);
      rest = stretch.inside(left);
    }
  }

  /** Reads the next messages of a range; each time up to twice as many as before. */
  private void readPart(TimeRange range) {
    int maxRows = Math.min(nextMessages, messages);
    nextMessages = 2 * maxRows;
    Measure measure = measure(range, maxRows);
    TimeRange part =
        measure.amount() < maxRows
            ? range
            : page.ascending() ? range.until(measure.far()) : range.since(measure.far());
    messages -= Math.max(measure.amount(), STRETCH_MESSAGES);
    if (measure.amount() > 0) {
      readMatches(part);
    }
    passed(part);
  }

  private record Measure(int amount, long far) {}

  private Measure measure(TimeRange window, int maxRows) {
    return MEASURE
        .query(statements, scope, page, window, maxRows)
        .map((row, context) -> new Measure(row.getInt("amount"), row.getLong("far")))
        .one();
  }

  private void readMatches(TimeRange window) {
    Query query =
        sql.matches().query(statements, scope, page, window, page.limit() + 1 - found.size());
    for (int i = 0; i < words.size(); i++) {
      query.bind("word" + i, ' ' + words.get(i));
    }
    query
        .map(
            (row, context) ->
                new Entry(
                    row.getString("inbox_id"),
                    row.getString("message_id"),
                    row.getString("thread_id"),
                    Times.read(row, "created_at")))
        .forEach(found::add);
  }

  /**
   * Time range of a block.
   *
   * @param holds whether the block contains the words, possibly in one message
   */
  private record Block(TimeRange window, boolean holds) {}

  private record BlockRow(long through, boolean holds) {}

  /** The next blocks, without gaps in time. */
  private List<Block> blocks(TimeRange settled) {
    int maxRows = Math.min(blocks, blocks == MAX_BLOCKS ? FIRST_BLOCKS : MAX_BLOCKS);
    List<BlockRow> rows = blockRows(settled, maxRows + 1);
    List<Block> result = new ArrayList<>();
    for (int i = 0; i < Math.min(rows.size(), maxRows); i++) {
      BlockRow row = rows.get(i);
      int beyond = i + 1;
      TimeRange window =
          page.ascending()
              ? new TimeRange(
                  i == 0 ? Long.MIN_VALUE : rows.get(i - 1).through() + 1, row.through())
              : new TimeRange(
                  beyond < rows.size() ? rows.get(beyond).through() + 1 : Long.MIN_VALUE,
                  row.through());
      TimeRange inside = window.inside(settled);
      if (inside.isEmpty()) {
        break;
      }
      result.add(new Block(inside, row.holds()));
    }
    blocks -= result.size();
    return result;
  }

  private List<BlockRow> blockRows(TimeRange settled, int limit) {
    Query query =
        statements
            .query(page.ascending() ? sql.newerBlocks() : sql.olderBlocks())
            .bind("org_id", scope.organizationId())
            .bind("edge", page.ascending() ? settled.first() : settled.last())
            .bind("limit", limit);
    for (int i = 0; i < words.size(); i++) {
      String key = WordChunk.key(words.get(i));
      query.bind("end" + i, WordChunk.end(key)).bind("word" + i, ' ' + key);
    }
    return query
        .map((row, context) -> new BlockRow(row.getLong("through"), row.getBoolean("holds")))
        .list();
  }
}
