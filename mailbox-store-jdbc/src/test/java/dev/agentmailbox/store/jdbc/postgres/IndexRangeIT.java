package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.RowCache;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page of an inbox that has most rows of its organization, and another has the newest. */
class IndexRangeIT {
  private static final String FIXED = "org_id, inbox_id";
  private static final PageRequest NEWEST = PageRequest.first(2);
  private static final PageRequest OLDEST = new PageRequest(2, null, true);

  private Handle handle;
  private Statements statements;

  @BeforeEach
  void open() throws Exception {
    handle = Jdbi.open(TestPostgres.connect(TestPostgres.schema()));
    handle.execute(
        """
        CREATE TABLE item (org_id TEXT NOT NULL, inbox_id TEXT NOT NULL, at BIGINT NOT NULL,
          id TEXT PRIMARY KEY);
        CREATE INDEX item_of_organization ON item (org_id, at, id);
        CREATE INDEX item_of_inbox ON item (org_id, inbox_id, at, id);
        INSERT INTO item SELECT 'a', REPEAT('large', 10), n, 'l' || n FROM generate_series(1, 20000) n;
        INSERT INTO item SELECT 'a', 'new', n, 'n' || n FROM generate_series(20001, 20500) n;
        ANALYZE item""");
    statements =
        new Statements(
            () -> handle,
            new PostgresDialect(),
            true,
            new RowCache(false),
            new UnwrittenContent(0));
  }

  @AfterEach
  void close() {
    if (handle != null) {
      handle.close();
    }
  }

  private List<String> rows(String select, PageRequest page, TimeRange window) {
    return IndexRange.of(select + " FROM item", FIXED, "at", "id")
        .query(statements, page, window)
        .bind("org_id", "a")
        .bind("inbox_id", "large".repeat(10))
        .mapTo(String.class)
        .list();
  }

  private List<String> ids(PageRequest page, TimeRange window) {
    return rows("SELECT id", page, window);
  }

  private static TimeRange from(long first, long last) {
    return TimeRange.between(Instant.ofEpochMilli(first), Instant.ofEpochMilli(last + 1));
  }

  @Test
  void it_is_read_from_the_index_of_the_inbox() {
    for (PageRequest page : List.of(NEWEST, OLDEST)) {
      String plan = String.join("\n", rows("EXPLAIN SELECT *", page, from(0, 30_000)));
      assertTrue(plan.contains("item_of_inbox"), plan);
    }
  }

  @Test
  void it_has_the_rows_within_its_bounds_and_after_its_position() {
    assertEquals(List.of("l20000", "l19999", "l19998"), ids(NEWEST, from(0, 30_000)));
    assertEquals(List.of("l1", "l2", "l3"), ids(OLDEST, from(0, 30_000)));
    assertEquals(List.of("l12", "l11"), ids(NEWEST, from(11, 12)));
    assertEquals(List.of("l11", "l12"), ids(OLDEST, from(11, 12)));
    PagePosition twelfth = new PagePosition(Instant.ofEpochMilli(12), "l12");
    assertEquals(List.of("l11", "l10"), ids(new PageRequest(2, twelfth, false), from(10, 13)));
    assertEquals(List.of("l13"), ids(new PageRequest(2, twelfth, true), from(10, 13)));
  }
}
