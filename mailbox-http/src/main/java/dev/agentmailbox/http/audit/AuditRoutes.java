package dev.agentmailbox.http.audit;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.service.audit.AuditLog;
import java.util.List;

/** The audit trail of an organization. */
public final class AuditRoutes {
  private static final String TAG = "Audit";
  private static final String PATH = "/v0/audit";

  /** One JSON object a line. */
  static final String NDJSON = "application/x-ndjson";

  private static final Field<AuditAction> ACTION =
      Field.query(
          "action",
          Shapes.choice(List.of(AuditAction.values()), AuditAction::wireName),
          "Only entries with this action.");
  private static final Field<String> ACTOR =
      Field.query("actor", Shapes.text(), "Only entries of this human or key; not with action.");

  private static final View<AuditEntry> ENTRY =
      View.<AuditEntry>of("AuditEntry")
          .text("organization_id", AuditEntry::organizationId)
          .count("sequence", AuditEntry::sequence)
          .about("Number of the entry, from 1, without gaps within the organization.")
          .text("occurred_at", entry -> entry.at().toString())
          .about("When it happened, as it is part of the hash (RFC 3339, UTC).")
          .text("actor", AuditEntry::actor)
          .about("Id of the human or key that acted; service for what happens by itself.")
          .text("action", AuditEntry::action)
          .about("What was done.")
          .plain("facts", Shapes.map(Shapes.text()), AuditEntry::facts)
          .about("Identifiers, states and hashes, by name; never content, subjects or notes.")
          .text("previous_hash", AuditEntry::previousHash)
          .about("Hash of the entry before; 64 zeros for the first.")
          .text("hash", AuditEntry::hash)
          .about("SHA-256, in hexadecimal, of everything else of this entry.")
          .build();
  private static final View<ListPage<AuditEntry>> ENTRIES = Lists.of("AuditList", "entries", ENTRY);

  private final AuditLog auditLog;
  private final Paging paging;

  public AuditRoutes(Mailbox mailbox, Paging paging) {
    this.auditLog = mailbox.auditLog();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("listAudit", PATH)
            .tag(TAG)
            .permission(Permission.AUDIT_READ)
            .summary("List the audit trail, newest first.")
            .description(
                "Owners, and keys of the whole organization. Entries are kept for 400 days.")
            .fields(Paging.FIELDS)
            .field(ACTION)
            .field(ACTOR)
            .answersOk(ENTRIES, "A page of entries.")
            .handledBy(this::list),
        Operation.get("exportAudit", PATH + "/export")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("Export the audit trail, oldest first, one JSON object a line.")
            .description(
                "Owners with a recent step-up only. The last line is the head: keep it elsewhere,"
                    + " and check the file with mailbox verify-audit.")
            .errors(ErrorCode.STEP_UP_REQUIRED)
            .answer(ResponseSpec.other(200, NDJSON, "The entries and the head."))
            .handledBy(this::export));
  }

  private Response list(Request call) {
    return Response.ok(
        ENTRIES,
        paging.answer(
            call,
            auditLog.list(
                call.caller(),
                call.find(ACTION).orElse(null),
                call.find(ACTOR).orElse(null),
                paging.request(call))));
  }

  private Response export(Request call) {
    return Response.stream(NDJSON, new AuditExport(auditLog.export(call.caller())))
        .with("Content-Disposition", "attachment; filename=\"audit.ndjson\"")
        .with("Cache-Control", "no-store");
  }
}
