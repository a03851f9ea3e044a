package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.DeliveryStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.webhook.Delivery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.SqlStatement;

/** Webhook delivery attempts; only pending ones have a {@code due_at}. */
public final class DeliveryTable implements DeliveryStore {
  private static final String INSERT =
      """
      INSERT INTO webhook_delivery (org_id, webhook_id, delivery_id, cause, due_at, details,
        created_at)
      VALUES (:org_id, :webhook_id, :delivery_id, :cause, :due_at, :details, :created_at)""";
  private static final String UPDATE =
      """
      UPDATE webhook_delivery SET due_at = :due_at, details = :details
      WHERE org_id = :org_id AND webhook_id = :webhook_id AND delivery_id = :delivery_id""";
  private static final String SELECT = "SELECT * FROM webhook_delivery";
  private static final IndexRange LIST =
      IndexRange.of(SELECT, "org_id, webhook_id", "created_at", "delivery_id");
  // The lower bound skips attempts that were made, which H2 has first in the index.
  private static final String DUE =
      """
      SELECT * FROM webhook_delivery
      WHERE org_id = :org_id AND webhook_id = :webhook_id AND cause = :cause
        AND due_at >= 0 AND due_at <= :now
      ORDER BY org_id, webhook_id, cause, due_at, delivery_id FETCH FIRST :limit ROWS ONLY""";
  private static final String OLD =
      """
      SELECT * FROM webhook_delivery WHERE created_at < :horizon
      ORDER BY created_at, delivery_id FETCH FIRST :limit ROWS ONLY""";
  private static final String COUNT_PENDING =
      "SELECT COUNT(*) FROM webhook_delivery WHERE due_at >= 0";
  private static final String DELETE =
      """
      DELETE FROM webhook_delivery
      WHERE org_id = :org_id AND webhook_id = :webhook_id AND delivery_id = :delivery_id""";

  /** Columns that no query filters by. */
  private record Details(Delivery.Subject subject, Delivery.State state) {}

  private final Statements statements;

  public DeliveryTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Delivery delivery) {
    statements.run(
        bind(statements.update(INSERT), delivery)
            .bind("cause", delivery.trigger().name())
            .bind("created_at", Times.of(delivery.createdAt())));
  }

  @Override
  public void update(Delivery delivery) {
    statements.run(bind(statements.update(UPDATE), delivery));
  }

  @Override
  public List<Delivery> list(String organizationId, String webhookId, PageRequest page) {
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL)
            .bind("org_id", organizationId)
            .bind("webhook_id", webhookId),
        DeliveryTable::read);
  }

  @Override
  public List<Delivery> due(
      String organizationId, String webhookId, Delivery.Trigger trigger, Instant now, int limit) {
    return dueUntil(organizationId, webhookId, trigger, Times.of(now), limit);
  }

  private List<Delivery> dueUntil(
      String organizationId, String webhookId, Delivery.Trigger trigger, long last, int limit) {
    return Rows.list(
        statements
            .query(DUE)
            .bind("org_id", organizationId)
            .bind("webhook_id", webhookId)
            .bind("cause", trigger.name())
            .bind("now", last)
            .bind("limit", limit),
        DeliveryTable::read);
  }

  @Override
  public Optional<Instant> nextDue(String organizationId, String webhookId) {
    List<Instant> first = new ArrayList<>();
    for (Delivery.Trigger trigger : Delivery.Trigger.values()) {
      for (Delivery next : dueUntil(organizationId, webhookId, trigger, Long.MAX_VALUE, 1)) {
        if (next.dueAt() != null) {
          first.add(next.dueAt());
        }
      }
    }
    return first.stream().min(Instant::compareTo);
  }

  @Override
  public List<Delivery> pending(String organizationId, String webhookId, int limit) {
    List<Delivery> pending = new ArrayList<>();
    for (Delivery.Trigger trigger : Delivery.Trigger.values()) {
      int more = limit - pending.size();
      if (more > 0) {
        pending.addAll(dueUntil(organizationId, webhookId, trigger, Long.MAX_VALUE, more));
      }
    }
    return pending;
  }

  @Override
  public long countPending() {
    return statements.query(COUNT_PENDING).mapTo(Long.class).one();
  }

  @Override
  public int removeBefore(Instant horizon, int limit) {
    List<Delivery> old =
        Rows.list(
            statements.query(OLD).bind("horizon", Times.of(horizon)).bind("limit", limit),
            DeliveryTable::read);
    PreparedBatch batch = statements.batch(DELETE);
    for (Delivery delivery : old) {
      bindKey(batch, delivery).add();
    }
    return statements.run(batch);
  }

  private static <S extends SqlStatement<S>> S bindKey(S statement, Delivery delivery) {
    return statement
        .bind("org_id", delivery.organizationId())
        .bind("webhook_id", delivery.webhookId())
        .bind("delivery_id", delivery.id());
  }

  private static <S extends SqlStatement<S>> S bind(S statement, Delivery delivery) {
    return bindKey(statement, delivery)
        .bind("due_at", Times.ofNullable(delivery.dueAt()))
        .bind("details", Json.write(new Details(delivery.subject(), delivery.state())));
  }

  private static Delivery read(ResultSet row) throws SQLException {
    Details details = Json.read(row.getString("details"), Details.class);
    return new Delivery(
        row.getString("delivery_id"),
        row.getString("org_id"),
        row.getString("webhook_id"),
        details.subject(),
        Delivery.Trigger.valueOf(row.getString("cause")),
        details.state(),
        Times.readNullable(row, "due_at"),
        Times.read(row, "created_at"));
  }
}
