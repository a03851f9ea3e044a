package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariDataSource;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.store.jdbc.postgres.PostgresPool.PlanMode;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.RowCache;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** An inbox with nearly all rows of its organization, while another has the newest. */
class PlanModeIT {
  private static final String LARGE = "large".repeat(10);
  private static final IndexRange LIST =
      IndexRange.of("SELECT id FROM item", "org_id, inbox_id", "at", "id");
  private static final TimeRange ALL =
      TimeRange.between(Instant.EPOCH, Instant.ofEpochMilli(30_000));

  @Test
  void a_page_is_read_from_the_index_of_the_inbox() {
    try (HikariDataSource pool =
            PostgresPool.open(TestPostgres.schema(), "test", PlanMode.BY_STATEMENT);
        Handle handle = Jdbi.open(pool)) {
      handle.execute(
          """
          CREATE TABLE item (org_id TEXT NOT NULL, inbox_id TEXT NOT NULL, at BIGINT NOT NULL,
            id TEXT PRIMARY KEY);
          CREATE INDEX item_of_organization ON item (org_id, at, id);
          CREATE INDEX item_of_inbox ON item (org_id, inbox_id, at, id);
          INSERT INTO item SELECT 'a', REPEAT('large', 10), n, 'l' || n
            FROM generate_series(1, 20000) n;
          INSERT INTO item SELECT 'a', 'new', n, 'n' || n FROM generate_series(20001, 20500) n;
          ANALYZE item""");
      Statements statements =
          new Statements(
              () -> handle,
              new PostgresDialect(),
              true,
              new RowCache(false),
              new UnwrittenContent(0));
      handle.begin();
      for (PageRequest page : List.of(PageRequest.first(2), new PageRequest(2, null, true))) {
        List<String> ids =
            LIST.query(statements, page, ALL)
                .bind("org_id", "a")
                .bind("inbox_id", LARGE)
                .mapTo(String.class)
                .list();
        assertEquals(3, ids.size());
      }
      List<Integer> scans = List.of(scans(handle, "organization"), scans(handle, "inbox"));
      handle.rollback();
      assertEquals(List.of(0, 2), scans);
    }
  }

  /** Scans of an index in the transaction. */
  private static int scans(Handle handle, String index) {
    return handle
        .createQuery("SELECT pg_stat_get_xact_numscans(CAST(:index AS REGCLASS))")
        .bind("index", "item_of_" + index)
        .mapTo(Integer.class)
        .one();
  }
}
