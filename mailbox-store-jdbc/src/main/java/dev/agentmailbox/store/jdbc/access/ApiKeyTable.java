package dev.agentmailbox.store.jdbc.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.ApiKeyStore;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Update;

/** API keys. */
public final class ApiKeyTable implements ApiKeyStore {
  private static final String INSERT =
      """
      INSERT INTO api_key (org_id, key_id, pod_id, inbox_id, prefix, key_hash, name, permissions,
        restricted, created_at, updated_at, used_at, expires_at, revoked_at)
      VALUES (:org_id, :key_id, :pod_id, :inbox_id, :prefix, :key_hash, :name, :permissions,
        :restricted, :created_at, :updated_at, :used_at, :expires_at, :revoked_at)""";
  private static final String TAKE_PREFIX =
      "INSERT INTO api_key_prefix (prefix, org_id, key_id) VALUES (:prefix, :org_id, :key_id)";
  private static final String GIVE_BACK_PREFIX =
      "DELETE FROM api_key_prefix WHERE prefix = :prefix";
  private static final String PLACE =
      "SELECT org_id, key_id FROM api_key_prefix WHERE prefix = :key";
  private static final String FIND =
      "SELECT * FROM api_key WHERE org_id = :org_id AND key_id = :key_id";
  private static final String SELECT = "SELECT * FROM api_key";
  private static final ScopedRange LIST = ScopedRange.of(SELECT, "", "created_at", "key_id", "");
  // Revocation is permanent, even for a key read before.
  private static final String UPDATE =
      """
      UPDATE api_key SET name = :name, permissions = :permissions, expires_at = :expires_at,
        revoked_at = COALESCE(revoked_at, :revoked_at), updated_at = :updated_at
      WHERE org_id = :org_id AND key_id = :key_id""";
  private static final String TOUCH =
      "UPDATE api_key SET used_at = :used_at WHERE org_id = :org_id AND key_id = :key_id";
  private static final String REVOKE =
      """
      UPDATE api_key SET revoked_at = :now, updated_at = :now
      WHERE org_id = :org_id AND inbox_id = :inbox_id AND revoked_at IS NULL""";

  /** Most sets of permissions kept. */
  private static final int MAX_PERMISSIONS = 1_000;

  private static final Map<String, Set<Permission>> PERMISSIONS = new ConcurrentHashMap<>();

  private final Statements statements;

  public ApiKeyTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(ApiKey key) {
    Update prefix =
        statements
            .insertUnlessKnown(TAKE_PREFIX)
            .bind("prefix", key.prefix())
            .bind("org_id", key.scope().organizationId())
            .bind("key_id", key.id());
    if (!statements.runUnlessKnown(prefix)) {
      return false;
    }
    Update row =
        bindChangeable(statements.insertUnlessKnown(Table.API_KEY, INSERT), key)
            .bind("pod_id", key.scope().podId())
            .bind("inbox_id", key.scope().inboxId())
            .bind("prefix", key.prefix())
            .bind("key_hash", key.hash())
            .bind("restricted", key.restricted())
            .bind("created_at", Times.of(key.createdAt()))
            .bind("used_at", Times.ofNullable(key.usedAt()));
    if (!statements.runUnlessKnown(row)) {
      statements.run(statements.update(GIVE_BACK_PREFIX).bind("prefix", key.prefix()));
      return false;
    }
    return true;
  }

  @Override
  public Optional<ApiKey> findByPrefix(String prefix) {
    return statements.cached(
        Table.API_KEY,
        prefix,
        () ->
            statements
                .lookUp(PLACE, prefix, this::find)
                .filter(key -> key.prefix().equals(prefix)));
  }

  @Override
  public Optional<ApiKey> find(Scope scope, String keyId) {
    return find(scope.organizationId(), keyId).filter(key -> isInside(scope, key));
  }

  private Optional<ApiKey> find(String organizationId, String keyId) {
    return Rows.one(
        statements.query(FIND).bind("org_id", organizationId).bind("key_id", keyId),
        ApiKeyTable::read);
  }

  @Override
  public List<ApiKey> list(Scope scope, PageRequest page) {
    return Rows.list(LIST.query(statements, scope, page, TimeRange.ALL), ApiKeyTable::read);
  }

  @Override
  public void update(ApiKey key) {
    statements.run(bindChangeable(statements.update(Table.API_KEY, UPDATE), key));
  }

  @Override
  public void touch(String organizationId, String keyId, Instant usedAt) {
    statements.run(
        statements
            .update(Table.API_KEY, TOUCH)
            .bind("org_id", organizationId)
            .bind("key_id", keyId)
            .bind("used_at", Times.of(usedAt)));
  }

  @Override
  public void revokeForInbox(Scope inbox, Instant now) {
    statements.run(
        statements
            .update(Table.API_KEY, REVOKE)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("now", Times.of(now)));
  }

  private static boolean isInside(Scope scope, ApiKey key) {
    Scope own = key.scope();
    return scope.contains(own.organizationId(), own.podId(), own.inboxId());
  }

  private static Update bindChangeable(Update update, ApiKey key) {
    return update
        .bind("org_id", key.scope().organizationId())
        .bind("key_id", key.id())
        .bind("name", key.name())
        .bind("permissions", write(key.permissions()))
        .bind("expires_at", Times.ofNullable(key.expiresAt()))
        .bind("revoked_at", Times.ofNullable(key.revokedAt()))
        .bind("updated_at", Times.of(key.updatedAt()));
  }

  private static String write(Set<Permission> permissions) {
    return new TreeSet<>(permissions)
        .stream().map(Permission::wireName).collect(Collectors.joining(" "));
  }

  /** Every request reads a key, and few sets of permissions are in use. */
  private static Set<Permission> permissions(String names) {
    Set<Permission> known = PERMISSIONS.get(names);
    if (known == null) {
      known = readPermissions(names);
      if (PERMISSIONS.size() < MAX_PERMISSIONS) {
        PERMISSIONS.put(names, known);
      }
    }
    return known;
  }

  private static Set<Permission> readPermissions(String names) {
    Set<Permission> permissions = EnumSet.noneOf(Permission.class);
    for (String name : names.split(" ")) {
      // Unknown names grant nothing.
      Permission.named(name).ifPresent(permissions::add);
    }
    return Set.copyOf(permissions);
  }

  private static ApiKey read(ResultSet row) throws SQLException {
    return new ApiKey(
        row.getString("key_id"),
        row.getString("prefix"),
        row.getString("key_hash"),
        row.getString("name"),
        new Scope(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        permissions(row.getString("permissions")),
        row.getBoolean("restricted"),
        new ApiKey.Life(
            Times.read(row, "created_at"),
            Times.read(row, "updated_at"),
            Times.readNullable(row, "used_at"),
            Times.readNullable(row, "expires_at"),
            Times.readNullable(row, "revoked_at")));
  }
}
