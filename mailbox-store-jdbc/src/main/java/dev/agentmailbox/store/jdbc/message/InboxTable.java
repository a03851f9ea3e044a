package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.PodStore;
import dev.agentmailbox.port.message.InboxStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Inboxes and the directory of all addresses ever assigned. */
public final class InboxTable implements InboxStore {
  private static final String TAKE_ADDRESS =
      "INSERT INTO inbox_address (address, org_id, pod_id) VALUES (:inbox_id, :org_id, :pod_id)";
  private static final String INSERT =
      """
      INSERT INTO inbox (org_id, inbox_id, pod_id, display_name, client_id, search_text, status,
        claimed, metadata, policy, stored_bytes, created_at, updated_at)
      VALUES (:org_id, :inbox_id, :pod_id, :display_name, :client_id, :search_text, :status,
        :claimed, :metadata, :policy, :stored_bytes, :created_at, :updated_at)\
      """;
  private static final String GIVE_BACK_ADDRESS =
      "DELETE FROM inbox_address WHERE address = :inbox_id";
  private static final String FIND =
      "SELECT * FROM inbox WHERE org_id = :org_id AND inbox_id = :inbox_id";
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String FIND_CLIENT =
      "SELECT * FROM inbox WHERE org_id = :org_id AND client_id = :client_id";
  private static final String MATCHES = "AND POSITION(:query IN search_text) > 0";
  private static final String SELECT = "SELECT * FROM inbox";
  private static final IndexRange LIST = IndexRange.of(SELECT, "org_id", "created_at", "inbox_id");
  private static final IndexRange SEARCH =
      IndexRange.of(SELECT, "org_id", "created_at", "inbox_id", MATCHES);
  private static final IndexRange POD_LIST =
      IndexRange.of(SELECT, "org_id, pod_id", "created_at", "inbox_id");
  private static final IndexRange POD_SEARCH =
      IndexRange.of(SELECT, "org_id, pod_id", "created_at", "inbox_id", MATCHES);
  private static final String UPDATE =
      """
      UPDATE inbox SET display_name = :display_name, search_text = :search_text, status = :status,
        claimed = :claimed, metadata = :metadata, policy = :policy, updated_at = :updated_at
      WHERE org_id = :org_id AND inbox_id = :inbox_id\
      """;
  private static final String DELETE =
      "DELETE FROM inbox WHERE org_id = :org_id AND inbox_id = :inbox_id";
  private static final String RETIRE_ADDRESS =
      "UPDATE inbox_address SET retired_at = :now WHERE address = :inbox_id";
  private static final String ADD_BYTES =
      """
      UPDATE inbox SET stored_bytes = stored_bytes + :bytes
      WHERE org_id = :org_id AND inbox_id = :inbox_id\
      """;
  private static final String FIND_ADDRESS =
      "SELECT address FROM inbox_address WHERE address = :inbox_id";
  private static final String PLACE =
      "SELECT org_id, address FROM inbox_address WHERE address = :key AND retired_at IS NULL";

  private final Statements statements;
  private final PodStore pods;

  public InboxTable(Statements statements, PodStore pods) {
    this.statements = statements;
    this.pods = pods;
  }

  @Override
  public boolean insert(Inbox inbox) {
    Update address =
        statements
            .insertUnlessKnown(TAKE_ADDRESS)
            .bind("inbox_id", inbox.address())
            .bind("org_id", inbox.organizationId())
            .bind("pod_id", inbox.podId());
    if (!statements.runUnlessKnown(address)) {
      return false;
    }
    Update row =
        bindChangeable(statements.insertUnlessKnown(INSERT), inbox)
            .bind("pod_id", inbox.podId())
            .bind("client_id", inbox.clientId())
            .bind("stored_bytes", inbox.storedBytes())
            .bind("created_at", Times.of(inbox.createdAt()));
    if (!statements.runUnlessKnown(row)) {
      // The client id was taken concurrently: release the address.
      statements.run(statements.update(GIVE_BACK_ADDRESS).bind("inbox_id", inbox.address()));
      return false;
    }
    pods.count(inbox.organizationId(), inbox.podId(), 1);
    return true;
  }

  private Optional<Inbox> find(String organizationId, String address) {
    return find(Scope.organization(organizationId), address);
  }

  @Override
  public Optional<Inbox> find(Scope scope, String address) {
    return one(statements.query(FIND), scope, address);
  }

  @Override
  public Optional<Inbox> lock(Scope scope, String address) {
    return one(statements.lockingQuery(LOCK), scope, address);
  }

  private static Optional<Inbox> one(Query query, Scope scope, String address) {
    return Rows.one(
            query.bind("org_id", scope.organizationId()).bind("inbox_id", address),
            InboxTable::read)
        .filter(inbox -> scope.contains(inbox.organizationId(), inbox.podId(), inbox.address()));
  }

  @Override
  public Optional<Inbox> findByClientId(String organizationId, String clientId) {
    return Rows.one(
        statements.query(FIND_CLIENT).bind("org_id", organizationId).bind("client_id", clientId),
        InboxTable::read);
  }

  @Override
  public List<Inbox> list(Scope scope, @Nullable String query, PageRequest page) {
    if (scope.inboxId() != null) {
      return Pages.ofOne(
          find(scope, scope.inboxId()).filter(i -> query == null || searchText(i).contains(query)),
          page,
          InboxTable::position);
    }
    boolean inPod = scope.podId() != null;
    IndexRange range =
        inPod ? query == null ? POD_LIST : POD_SEARCH : query == null ? LIST : SEARCH;
    Query rows =
        range.query(statements, page, TimeRange.ALL).bind("org_id", scope.organizationId());
    if (inPod) {
      rows.bind("pod_id", scope.podId());
    }
    if (query != null) {
      rows.bind("query", query);
    }
    return Rows.list(rows, InboxTable::read);
  }

  @Override
  public void update(Inbox inbox) {
    statements.run(bindChangeable(statements.update(UPDATE), inbox));
  }

  @Override
  public void retire(Inbox inbox, Instant now) {
    int deleted =
        statements.run(
            statements
                .update(DELETE)
                .bind("org_id", inbox.organizationId())
                .bind("inbox_id", inbox.address()));
    if (deleted == 0) {
      return;
    }
    statements.run(
        statements
            .update(RETIRE_ADDRESS)
            .bind("inbox_id", inbox.address())
            .bind("now", Times.of(now)));
    pods.count(inbox.organizationId(), inbox.podId(), -1);
  }

  @Override
  public boolean addStoredBytes(Scope inbox, long bytes) {
    return statements.run(
            statements
                .direct(ADD_BYTES)
                .bind("bytes", bytes)
                .bind("org_id", inbox.organizationId())
                .bind("inbox_id", inbox.inboxId()))
        == 1;
  }

  @Override
  public Optional<Inbox> findRouted(String address) {
    Optional<Inbox> found = statements.lookUp(PLACE, address, this::find);
    if (found.isEmpty() && isPlaced(address)) {
      throw StoreException.undone("the inbox was moved to another database", null);
    }
    return found;
  }

  /** Whether an address leads to an organization: not true for one that is not ours. */
  private boolean isPlaced(String address) {
    return Rows.one(statements.query(PLACE).bind("key", address), row -> row.getString(1))
        .isPresent();
  }

  @Override
  public boolean isTaken(String address) {
    return statements
        .query(FIND_ADDRESS)
        .bind("inbox_id", address)
        .mapTo(String.class)
        .findOne()
        .isPresent();
  }

  private static Update bindChangeable(Update update, Inbox inbox) {
    return update
        .bind("org_id", inbox.organizationId())
        .bind("inbox_id", inbox.address())
        .bind("display_name", inbox.displayName())
        .bind("search_text", searchText(inbox))
        .bind("status", inbox.status().name())
        .bind("claimed", inbox.claimed())
        .bind("metadata", Json.write(inbox.metadata()))
        .bind("policy", Json.write(inbox.policy()))
        .bind("updated_at", Times.of(inbox.updatedAt()));
  }

  /** The three searched texts in lower case, separated. */
  private static String searchText(Inbox inbox) {
    return (inbox.address()
            + '\n'
            + orEmpty(inbox.displayName())
            + '\n'
            + orEmpty(inbox.clientId()))
        .toLowerCase(Locale.ROOT);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static PagePosition position(Inbox inbox) {
    return new PagePosition(inbox.createdAt(), inbox.address());
  }

  @SuppressWarnings("unchecked")
  private static Inbox read(ResultSet row) throws SQLException {
    return new Inbox(
        Scope.inbox(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        new Inbox.Profile(
            row.getString("display_name"),
            row.getString("client_id"),
            (Map<String, Object>) Json.read(row.getString("metadata"), Map.class)),
        InboxStatus.valueOf(row.getString("status")),
        row.getBoolean("claimed"),
        Json.read(row.getString("policy"), Policy.class),
        row.getLong("stored_bytes"),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
