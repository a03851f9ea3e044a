package dev.agentmailbox.service.erasure;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.ErasureReport;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.message.CanonicalAddress;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.release.Decisions;
import java.util.Locale;

/**
 * Erases what an organization stores of a person outside: mail from an address or to it alone, with
 * its sends, drafts and content; the address among contacts and in events. Entries of lists keep
 * their effect: from then on they name a hash of the address. Mail that others received too is
 * kept, and so is the audit trail, which has no content. Thread safe.
 */
public final class Erasure {
  /** Most characters of an address (RFC 5321 section 4.5.3.1). */
  public static final int MAX_ADDRESS_CHARACTERS = 320;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Decisions decisions;

  public Erasure(MailboxContext context, IdempotencyRunner runner, Decisions decisions) {
    this.context = context;
    this.runner = runner;
    this.decisions = decisions;
  }

  /**
   * Erases an address. Works in small transactions, so that it can be repeated after an
   * interruption; its time grows with the sends and the events of the organization.
   *
   * @param caller an owner with a recent step-up
   * @param dryRun whether only to count
   * @throws MailboxException {@code conflict} with reason {@code own_inbox} for the address of an
   *     inbox of the organization
   */
  public ErasureReport erase(
      Caller caller, String address, boolean dryRun, IdempotentRequest<ErasureReport> idempotency) {
    Access.requireVerifiedOwner(caller);
    String key = key(address);
    return runner.call(idempotency, () -> erase(caller, key, dryRun));
  }

  private ErasureReport erase(Caller caller, String key, boolean dryRun) {
    Scope organization = Scope.organization(caller.scope().organizationId());
    if (context.read(tx -> tx.inboxes().find(organization, key)).isPresent()) {
      throw MailboxException.conflict(
          "own_inbox", "the address is that of an inbox, which is deleted as a whole");
    }
    ErasureRun run = new ErasureRun(context, decisions, caller.id(), organization, key, dryRun);
    ErasureReport report = run.run();
    if (!dryRun) {
      AuditRecord record =
          AuditRecord.by(caller, context.now(), AuditAction.ADDRESS_ERASED)
              .with("entry", EntryNames.erased(key))
              .with("messages", Integer.toString(report.messages()))
              .with("sends", Integer.toString(report.sends()))
              .with("drafts", Integer.toString(report.drafts()));
      context.write(
          tx -> {
            tx.audit(record);
            return true;
          });
      context.store().rewriteAtClose();
    }
    return report;
  }

  private static String key(String address) {
    String key = CanonicalAddress.of(address.strip()).toLowerCase(Locale.ROOT);
    int at = key.lastIndexOf('@');
    FieldProblems problems = new FieldProblems();
    if (at < 1 || at == key.length() - 1) {
      problems.add("address", "must be an address such as user@example.com");
    }
    problems.maxLength("address", address, MAX_ADDRESS_CHARACTERS);
    problems.refuseIfAny();
    return key;
  }
}
