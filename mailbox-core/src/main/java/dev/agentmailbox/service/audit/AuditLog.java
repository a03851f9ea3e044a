package dev.agentmailbox.service.audit;

import static dev.agentmailbox.port.audit.AuditTables.AUDIT_BY_ACTION;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_BY_ACTOR;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_ENTRIES;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_HEADS;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_LIST;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.request.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audit trail of the caller's organization, for its owners and for keys of the whole
 * organization that may read it. Thread safe.
 */
public final class AuditLog {
  private final MailboxContext context;

  public AuditLog(MailboxContext context) {
    this.context = context;
  }

  /**
   * Entries in the order of the chain.
   *
   * @param action null for all
   * @param actor id of a human or key; null for all
   * @throws MailboxException {@code missing_permission}, {@code validation_error} when both are
   *     given
   */
  public Page<AuditEntry> list(
      Caller caller, @Nullable AuditAction action, @Nullable String actor, PageRequest page) {
    Access.require(caller, Permission.AUDIT_READ);
    if (caller.scope().type() != ScopeType.ORGANIZATION) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only a key of the whole organization can read its trail");
    }
    if (action != null && actor != null) {
      throw MailboxException.validation(
          List.of(new FieldProblem("actor", "must not be combined with action")));
    }
    String organization = caller.scope().organizationId();
    return context.read(
        tx -> {
          if (action != null) {
            return tx.table(AUDIT_ENTRIES)
                .page(AUDIT_BY_ACTION, page, organization, action.wireName());
          }
          return actor == null
              ? tx.table(AUDIT_ENTRIES).page(AUDIT_LIST, page, organization)
              : tx.table(AUDIT_ENTRIES).page(AUDIT_BY_ACTOR, page, organization, actor);
        });
  }

  /**
   * Begins an export of all entries, one of which says that they were exported.
   *
   * @throws MailboxException {@code missing_permission}, {@code step_up_required}
   */
  public Export export(Caller caller) {
    Access.requireVerifiedOwner(caller);
    String organization = caller.scope().organizationId();
    context.write(
        tx -> {
          tx.audit(AuditRecord.by(caller, context.now(), AuditAction.AUDIT_EXPORTED));
          return true;
        });
    return new Export(context.read(tx -> tx.table(AUDIT_HEADS).find(organization)).orElseThrow());
  }

  /** The entries up to a head, read page by page. Not thread safe. */
  public final class Export {
    private final AuditHead head;
    private @Nullable PagePosition after;
    private boolean ended;

    private Export(AuditHead head) {
      this.head = head;
    }

    /** The last entry. */
    public AuditHead head() {
      return head;
    }

    /** Whether all entries were read. */
    public boolean isEnded() {
      return ended;
    }

    /** The next entries, in the order of the chain; empty after the last. */
    public List<AuditEntry> next() {
      if (ended) {
        return List.of();
      }
      PageRequest request = new PageRequest(PageRequest.MAX_LIMIT, after, true);
      Page<AuditEntry> page =
          context.read(
              tx -> tx.table(AUDIT_ENTRIES).page(AUDIT_LIST, request, head.organizationId()));
      after = page.next();
      List<AuditEntry> entries =
          page.items().stream().filter(entry -> entry.sequence() <= head.sequence()).toList();
      ended = after == null || entries.size() < page.items().size();
      return entries;
    }
  }
}
