package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.ListStore;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;

/** Allow and block lists. */
public final class ListTable implements ListStore {
  private static final String INSERT =
      """
      INSERT INTO list_entry (org_id, level_id, direction, list_type, entry_key, entry, pod_id,
        inbox_id, reason, suppression, by_key, created_at)
      VALUES (:org_id, :level_id, :direction, :list_type, :entry_key, :entry, :pod_id,
        :inbox_id, :reason, :suppression, :by_key, :created_at)""";
  private static final String SELECT = "SELECT * FROM list_entry";
  private static final String OF_LIST =
      " WHERE org_id = :org_id AND level_id = :level_id AND direction = :direction"
          + " AND list_type = :list_type";
  private static final String BY_KEY = OF_LIST + " AND entry_key = :entry_key";
  private static final String FIND = SELECT + BY_KEY;
  private static final String DELETE = "DELETE FROM list_entry" + BY_KEY;
  private static final int MAX_LEVELS = 3;

  /** Whether the list of each level and type has an entry; by number of levels. */
  private static final List<String> WHICH =
      IntStream.rangeClosed(1, MAX_LEVELS).mapToObj(ListTable::which).toList();

  private static final String LIST_COLUMNS = "org_id, level_id, direction, list_type";
  private static final IndexRange LIST =
      IndexRange.of(SELECT, LIST_COLUMNS, "created_at", "entry_key");

  private final Statements statements;

  public ListTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(ListEntry entry) {
    return statements.runUnlessKnown(
        bindList(
                statements.insertUnlessKnown(Table.LIST_ENTRY, INSERT),
                entry.scope(),
                entry.direction(),
                entry.type())
            .bind("entry_key", HashedKey.of(entry.entry()))
            .bind("entry", entry.entry())
            .bind("pod_id", entry.scope().podId())
            .bind("inbox_id", entry.scope().inboxId())
            .bind("reason", entry.reason())
            .bind("suppression", entry.suppression())
            .bind("by_key", entry.byKey())
            .bind("created_at", Times.of(entry.createdAt())));
  }

  @Override
  public Optional<ListEntry> find(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return Rows.one(
            bindList(statements.query(FIND), level, direction, type)
                .bind("entry_key", HashedKey.of(entry)),
            ListTable::read)
        .filter(found -> found.scope().equals(level));
  }

  @Override
  public List<ListEntry> list(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, PageRequest page) {
    return Rows.list(
        bindList(LIST.query(statements, page, TimeRange.ALL), level, direction, type),
        ListTable::read);
  }

  @Override
  public boolean delete(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return statements.run(
            bindList(statements.update(Table.LIST_ENTRY, DELETE), level, direction, type)
                .bind("entry_key", HashedKey.of(entry)))
        == 1;
  }

  @Override
  public Matches match(Scope inbox, ListEntry.Direction direction, Collection<String> entries) {
    List<String> keys = entries.stream().map(HashedKey::of).toList();
    List<ListEntry> found = new ArrayList<>();
    List<Scope> allowLevels = new ArrayList<>();
    // Most lists are empty; one query over all saves one per entry.
    List<Filled> lists =
        statements.cached(
            Table.LIST_ENTRY, List.of(inbox, direction), () -> filled(levels(inbox), direction));
    for (Filled list : lists) {
      if (list.type() == ListEntry.Type.ALLOW) {
        allowLevels.add(list.level());
      }
      found.addAll(lookUp(list.level(), direction, list.type(), keys));
    }
    return new Matches(found, allowLevels);
  }

  /** Narrowest first. */
  private static List<Scope> levels(Scope inbox) {
    List<Scope> levels = new ArrayList<>();
    levels.add(inbox);
    if (inbox.inboxId() != null && inbox.podId() != null) {
      levels.add(Scope.pod(inbox.organizationId(), inbox.podId()));
    }
    if (inbox.podId() != null) {
      levels.add(Scope.organization(inbox.organizationId()));
    }
    return levels;
  }

  private static String which(int levels) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        String list =
            OF_LIST
                .replace(":level_id", ":level" + i)
                .replace(":list_type", "'" + type.name() + "'");
        columns.add("EXISTS (SELECT 1 FROM list_entry" + list + ") AS " + column(i, type));
      }
    }
    return "SELECT " + String.join(", ", columns);
  }

  private static String column(int level, ListEntry.Type type) {
    return "has_" + type.name() + level;
  }

  /** A non-empty list. */
  private record Filled(Scope level, ListEntry.Type type) {}

  private List<Filled> filled(List<Scope> levels, ListEntry.Direction direction) {
    Query query =
        statements
            .query(WHICH.get(levels.size() - 1))
            .bind("org_id", levels.get(0).organizationId())
            .bind("direction", direction.name());
    for (int i = 0; i < levels.size(); i++) {
      query.bind("level" + i, levels.get(i).id());
    }
    return query.map((row, context) -> filled(levels, row)).one();
  }

  private static List<Filled> filled(List<Scope> levels, ResultSet row) throws SQLException {
    List<Filled> filled = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        if (row.getBoolean(column(i, type))) {
          filled.add(new Filled(levels.get(i), type));
        }
      }
    }
    return filled;
  }

  private List<ListEntry> lookUp(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, List<String> keys) {
    return UnionQuery.find(
        statements,
        SELECT,
        LIST_COLUMNS,
        "entry_key",
        keys,
        query -> Rows.list(bindList(query, level, direction, type), ListTable::read));
  }

  private static <S extends SqlStatement<S>> S bindList(
      S statement, Scope level, ListEntry.Direction direction, ListEntry.Type type) {
    return statement
        .bind("org_id", level.organizationId())
        .bind("level_id", level.id())
        .bind("direction", direction.name())
        .bind("list_type", type.name());
  }

  private static ListEntry read(ResultSet row) throws SQLException {
    return new ListEntry(
        row.getString("entry"),
        ListEntry.Direction.valueOf(row.getString("direction")),
        ListEntry.Type.valueOf(row.getString("list_type")),
        new Scope(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        row.getString("reason"),
        row.getBoolean("suppression"),
        row.getBoolean("by_key"),
        Times.read(row, "created_at"));
  }
}
