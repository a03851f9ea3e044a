package dev.agentmailbox.port.audit;

import static dev.agentmailbox.port.table.Column.largeNumber;
import static dev.agentmailbox.port.table.Column.object;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;

/** Tables of audit trails. */
public final class AuditTables {
  /** In the order of the chain. */
  public static final Index<AuditEntry> AUDIT_LIST =
      Index.list("org_id", "occurred_at, entry_number");

  public static final Index<AuditEntry> AUDIT_BY_ACTION =
      Index.list("org_id, action_name", "occurred_at, entry_number");
  public static final Index<AuditEntry> AUDIT_BY_ACTOR =
      Index.list("org_id, actor", "occurred_at, entry_number");
  public static final Index<AuditEntry> AUDIT_EXPIRY =
      Index.list("", "occurred_at, org_id, entry_number");

  /** Entries; written by {@link AuditTrail} only. */
  public static final TableSpec<AuditEntry> AUDIT_ENTRIES =
      columns(
              (AuditEntry details) -> details,
              object("details", AuditEntry.class, (AuditEntry entry) -> entry))
          .and(text("org_id", AuditEntry::organizationId))
          .and(text("entry_number", AuditTables::number))
          .and(text("action_name", AuditEntry::action))
          .and(text("actor", AuditEntry::actor))
          .and(time("occurred_at", AuditEntry::at))
          .table("audit_entry", "org_id, entry_number")
          .list(AUDIT_LIST)
          .list(AUDIT_BY_ACTION)
          .list(AUDIT_BY_ACTOR)
          .list(AUDIT_EXPIRY);

  /** The last entry of each organization. */
  public static final TableSpec<AuditHead> AUDIT_HEADS =
      columns(
              AuditHead::new,
              text("org_id", AuditHead::organizationId),
              largeNumber("head_sequence", AuditHead::sequence),
              text("head_hash", AuditHead::hash),
              time("occurred_at", AuditHead::at))
          .table("audit_head", "org_id");

  private AuditTables() {}

  /** The sequence, so that its order is that of text. */
  private static String number(AuditEntry entry) {
    return "%016x".formatted(entry.sequence());
  }
}
