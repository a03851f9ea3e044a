package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.WebhookStore;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** Webhook endpoints. */
public final class WebhookTable implements WebhookStore {
  private static final String INSERT =
      """
      INSERT INTO webhook (org_id, webhook_id, pod_id, inbox_id, client_id, details, created_at,
        updated_at)
      VALUES (:org_id, :webhook_id, :pod_id, :inbox_id, :client_id, :details, :created_at,
        :updated_at)""";
  private static final String BY_KEY = " WHERE org_id = :org_id AND webhook_id = :webhook_id";
  private static final String SELECT = "SELECT * FROM webhook";
  private static final String FIND = SELECT + BY_KEY;
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String FIND_CLIENT =
      SELECT + " WHERE org_id = :org_id AND client_id = :client_id";
  private static final ScopedRange LIST =
      ScopedRange.of(SELECT, "", "created_at", "webhook_id", "");
  private static final String UPDATE =
      """
      UPDATE webhook SET pod_id = :pod_id, inbox_id = :inbox_id, details = :details,
        updated_at = :updated_at"""
          + BY_KEY;
  private static final String DELETE = "DELETE FROM webhook" + BY_KEY;

  private final Statements statements;

  public WebhookTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(WebhookEndpoint endpoint) {
    return statements.runUnlessKnown(
        bind(statements.insertUnlessKnown(INSERT), endpoint)
            .bind("client_id", endpoint.clientId())
            .bind("created_at", Times.of(endpoint.createdAt())));
  }

  @Override
  public Optional<WebhookEndpoint> find(Scope scope, String webhookId) {
    return one(statements.query(FIND), scope, webhookId);
  }

  @Override
  public Optional<WebhookEndpoint> lock(Scope scope, String webhookId) {
    return one(statements.lockingQuery(LOCK), scope, webhookId);
  }

  private static Optional<WebhookEndpoint> one(Query query, Scope scope, String webhookId) {
    return Rows.one(
            query.bind("org_id", scope.organizationId()).bind("webhook_id", webhookId),
            WebhookTable::read)
        .filter(
            found ->
                scope.contains(
                    found.organizationId(), found.level().podId(), found.level().inboxId()));
  }

  @Override
  public Optional<WebhookEndpoint> findByClientId(String organizationId, String clientId) {
    return Rows.one(
        statements.query(FIND_CLIENT).bind("org_id", organizationId).bind("client_id", clientId),
        WebhookTable::read);
  }

  @Override
  public List<WebhookEndpoint> list(Scope scope, PageRequest page) {
    return Rows.list(LIST.query(statements, scope, page, TimeRange.ALL), WebhookTable::read);
  }

  @Override
  public void update(WebhookEndpoint endpoint) {
    statements.run(bind(statements.update(UPDATE), endpoint));
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    statements.run(
        statements.update(DELETE).bind("org_id", organizationId).bind("webhook_id", webhookId));
  }

  private static Update bind(Update update, WebhookEndpoint endpoint) {
    return update
        .bind("org_id", endpoint.organizationId())
        .bind("webhook_id", endpoint.id())
        .bind("pod_id", endpoint.level().podId())
        .bind("inbox_id", endpoint.level().inboxId())
        .bind("details", Json.write(WebhookDetails.of(endpoint)))
        .bind("updated_at", Times.of(endpoint.updatedAt()));
  }

  private static WebhookEndpoint read(ResultSet row) throws SQLException {
    WebhookDetails details = Json.read(row.getString("details"), WebhookDetails.class);
    Set<EventType> types =
        details.eventTypes().stream().map(EventType::valueOf).collect(Collectors.toSet());
    return new WebhookEndpoint(
        row.getString("webhook_id"),
        new Scope(row.getString("org_id"), row.getString("pod_id"), row.getString("inbox_id")),
        new WebhookEndpoint.Target(details.url(), details.sealedSecrets(), details.headers()),
        new WebhookEndpoint.Subscription(
            types, Set.copyOf(details.podIds()), Set.copyOf(details.inboxIds())),
        row.getString("client_id"),
        details.disabledReason(),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
