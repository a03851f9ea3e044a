package dev.agentmailbox.store.jdbc.search;

import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Update;

/**
 * Blocks of older messages with the words that occur in each.
 *
 * <p>A block may contain words that none of its messages has any more, but never lacks one, unless
 * it is marked for reindexing. So a transaction that adds a message to a block marks it at its end,
 * and waits for a concurrent indexing of the block. A transaction that looked for the block just
 * before its creation misses it: blocks are therefore indexed only {@link #BUILD_AFTER} after
 * creation, when such transactions have ended.
 */
public final class SearchBlockTable {
  /** Messages per block at creation; late messages may increase it. */
  static final int MESSAGES = 1_000;

  /** Minimum age of messages in a block: few arrive later. */
  public static final Duration SETTLE = Duration.ofMinutes(1);

  /** Longer than a transaction takes from looking up blocks to its commit. */
  static final Duration BUILD_AFTER = Duration.ofMinutes(2);

  private static final String ORGANIZATIONS =
      "SELECT org_id FROM organization WHERE org_id > :org_id ORDER BY org_id"
          + " FETCH FIRST :limit ROWS ONLY";
  private static final String NEXT_END =
      """
      SELECT created_at FROM search_document
      WHERE org_id = :org_id AND created_at <= :settled
        AND created_at > COALESCE((SELECT MAX(through) FROM search_block WHERE org_id = :org_id),
          -1)
      ORDER BY org_id, created_at, message_id
      OFFSET :before ROWS FETCH FIRST 1 ROW ONLY""";
  private static final String INSERT =
      """
      INSERT INTO search_block (org_id, through, build_at, messages)
      VALUES (:org_id, :through, :build_at, 0)""";
  private static final String HOME =
      "SELECT MIN(through) FROM search_block WHERE org_id = :org_id AND through >= :created_at";
  private static final String LAST_END =
      "SELECT COALESCE(MAX(through), -1) FROM search_block WHERE org_id = :org_id";
  private static final String READ_AGAIN =
      """
      UPDATE search_block SET build_at = COALESCE(build_at, 0)
      WHERE org_id = :org_id AND through = :through""";
  private static final String COUNT =
      """
      SELECT b.through, b.messages, (SELECT COUNT(*) FROM search_document d
        WHERE d.org_id = b.org_id AND d.created_at <= b.through
          AND d.created_at > COALESCE((SELECT MAX(p.through) FROM search_block p
            WHERE p.org_id = b.org_id AND p.through < b.through), -1)) AS present
      FROM search_block b
      WHERE b.org_id = :org_id AND b.through > :through AND b.build_at IS NULL
      ORDER BY b.org_id, b.through FETCH FIRST :limit ROWS ONLY""";
  private static final String DUE =
      """
      SELECT org_id, through FROM search_block WHERE build_at >= :first AND build_at <= :last
      ORDER BY build_at, org_id, through FETCH FIRST :limit ROWS ONLY""";
  private static final String LOCK =
      """
      SELECT through FROM search_block
      WHERE org_id = :org_id AND through = :through AND build_at <= :now FOR UPDATE""";
  private static final String WORDS =
      """
      SELECT words FROM search_document
      WHERE org_id = :org_id AND created_at <= :through
        AND created_at > COALESCE((SELECT MAX(through) FROM search_block
          WHERE org_id = :org_id AND through < :through), -1)""";
  private static final String BLOCK = " WHERE org_id = :org_id AND through = :through";
  private static final String REMOVE_WORDS = "DELETE FROM search_words" + BLOCK;
  private static final String INSERT_WORDS =
      """
      INSERT INTO search_words (org_id, through, first_word, words)
      VALUES (:org_id, :through, :first_word, :words)""";
  private static final String BUILT =
      "UPDATE search_block SET build_at = NULL, messages = :messages" + BLOCK;
  private static final String REMOVE = "DELETE FROM search_block" + BLOCK;

  private final Statements statements;

  public SearchBlockTable(Statements statements) {
    this.statements = statements;
  }

  /** A block due for indexing. */
  public record Due(String organizationId, long through) {}

  /** Organizations after an id, in order. */
  public List<String> organizations(String after, int limit) {
    return statements
        .query(ORGANIZATIONS)
        .bind("org_id", after)
        .bind("limit", limit)
        .mapTo(String.class)
        .list();
  }

  /** The end of the next block of an organization; empty while there are too few messages. */
  public Optional<Long> nextEnd(String organizationId, Instant now) {
    return statements
        .query(NEXT_END)
        .bind("org_id", organizationId)
        .bind("settled", Times.of(now.minus(SETTLE)))
        .bind("before", MESSAGES - 1)
        .mapTo(Long.class)
        .findOne();
  }

  /** Creates a block; returns false when another process has created it. */
  public boolean make(String organizationId, long through, Instant now) {
    return statements.runUnlessKnown(
        statements
            .insertUnlessKnown(Table.SEARCH_BLOCK, INSERT)
            .bind("org_id", organizationId)
            .bind("through", through)
            .bind("build_at", Times.of(now.plus(BUILD_AFTER))));
  }

  /**
   * Marks the block of a message that was added or removed.
   *
   * @return the end of its block; the maximum time when it is in none
   */
  public long mark(String organizationId, long createdAt) {
    Optional<Long> through = home(organizationId, createdAt);
    // A block deleted meanwhile was empty; the message belongs to the next one.
    while (through.isPresent()
        && statements.run(block(READ_AGAIN, organizationId, through.get())) == 0) {
      through = home(organizationId, createdAt);
    }
    return through.orElse(Long.MAX_VALUE);
  }

  private Optional<Long> home(String organizationId, long createdAt) {
    long last =
        statements.cached(Table.SEARCH_BLOCK, organizationId, () -> lastEnd(organizationId));
    if (createdAt > last) {
      return Optional.empty();
    }
    return statements
        .query(HOME)
        .bind("org_id", organizationId)
        .bind("created_at", createdAt)
        .mapTo(Long.class)
        .findOne();
  }

  private long lastEnd(String organizationId) {
    return statements.query(LAST_END).bind("org_id", organizationId).mapTo(Long.class).one();
  }

  /**
   * Indexed blocks of an organization after a block end, with a recount of their messages, because
   * servers of an earlier version do not mark blocks.
   */
  public List<Counted> counted(String organizationId, long after, int limit) {
    return statements
        .query(COUNT)
        .bind("org_id", organizationId)
        .bind("through", after)
        .bind("limit", limit)
        .map(
            (row, context) ->
                new Counted(
                    row.getLong("through"), row.getLong("messages") == row.getLong("present")))
        .list();
  }

  /** A block, and whether its message count is unchanged since indexing. */
  public record Counted(long through, boolean asRead) {}

  /** Blocks never indexed. */
  public List<Due> unread(Instant now, int limit) {
    return due(1, Times.of(now), limit);
  }

  /** Blocks marked for reindexing. */
  public List<Due> changed(int limit) {
    return due(0, 0, limit);
  }

  private List<Due> due(long first, long last, int limit) {
    return statements
        .query(DUE)
        .bind("first", first)
        .bind("last", last)
        .bind("limit", limit)
        .map((row, context) -> new Due(row.getString("org_id"), row.getLong("through")))
        .list();
  }

  /**
   * Indexes a block; deletes it when empty.
   *
   * @return false when it is not due any more
   */
  public boolean build(Due block, Instant now) {
    boolean locked =
        statements
            .lockingQuery(LOCK)
            .bind("org_id", block.organizationId())
            .bind("through", block.through())
            .bind("now", Times.of(now))
            .mapTo(Long.class)
            .findOne()
            .isPresent();
    if (!locked) {
      return false;
    }
    NavigableSet<String> keys = new TreeSet<>();
    int messages = readWords(block, keys);
    statements.run(block(REMOVE_WORDS, block.organizationId(), block.through()));
    insert(block, keys);
    statements.run(
        messages == 0
            ? remove(block)
            : block(BUILT, block.organizationId(), block.through()).bind("messages", messages));
    return true;
  }

  /** Collects the words of a block's messages; returns the number of messages. */
  private int readWords(Due block, NavigableSet<String> keys) {
    int messages = 0;
    try (ResultIterator<String> rows =
        statements
            .query(WORDS)
            .bind("org_id", block.organizationId())
            .bind("through", block.through())
            .mapTo(String.class)
            .iterator()) {
      while (rows.hasNext()) {
        for (String word : rows.next().trim().split(" ")) {
          if (!SearchStore.isName(word)) {
            keys.add(WordChunk.key(word));
          }
        }
        messages++;
      }
    }
    keys.remove("");
    return messages;
  }

  private void insert(Due block, NavigableSet<String> keys) {
    PreparedBatch batch = statements.batch(INSERT_WORDS);
    for (WordChunk row : WordChunk.pack(keys)) {
      batch
          .bind("org_id", block.organizationId())
          .bind("through", block.through())
          .bind("first_word", row.first())
          .bind("words", row.words())
          .add();
    }
    statements.run(batch);
  }

  private Update remove(Due block) {
    return statements
        .update(Table.SEARCH_BLOCK, REMOVE)
        .bind("org_id", block.organizationId())
        .bind("through", block.through());
  }

  private Update block(String sql, String organizationId, long through) {
    return statements.update(sql).bind("org_id", organizationId).bind("through", through);
  }
}
