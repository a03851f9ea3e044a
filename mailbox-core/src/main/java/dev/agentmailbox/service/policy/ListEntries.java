package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Allow and block lists. Keys may tighten them. Loosening, after which an address that was refused
 * is accepted, requires an owner with a recent step-up, or an operator for the service's own mail.
 * Thread safe.
 */
public final class ListEntries {
  /** Longest reason of an entry, in characters. */
  public static final int MAX_REASON_CHARACTERS = 256;

  private final MailboxContext context;
  private final IdempotencyRunner runner;

  public ListEntries(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /**
   * Identifies a list.
   *
   * @param scopeRef the level it belongs to
   */
  public record ListName(ScopeRef scopeRef, ListEntry.Direction direction, ListEntry.Type type) {}

  /** Entries of a list, by creation. */
  public Page<ListEntry> list(Caller caller, ListName list, PageRequest page) {
    return context.read(
        tx -> {
          Scope level = list.scopeRef().find(tx, caller);
          Access.require(caller, Permission.LIST_ENTRY_READ);
          return Page.cut(
              tx.lists().list(level, list.direction(), list.type(), page),
              page.limit(),
              entry -> new PagePosition(entry.createdAt(), entry.entry()));
        });
  }

  public ListEntry get(Caller caller, ListName list, String entry) {
    return context.read(
        tx -> {
          Scope level = list.scopeRef().find(tx, caller);
          ListEntry found = find(tx, level, list, entry);
          Access.require(caller, Permission.LIST_ENTRY_READ);
          return found;
        });
  }

  /**
   * Adds an entry, or returns the existing one.
   *
   * @param reason null for none
   * @throws MailboxException {@code validation_error}; for loosening {@code human_required}, {@code
   *     missing_permission} (no owner) or {@code step_up_required}
   */
  public ListEntry add(
      Caller caller,
      ListName list,
      String entry,
      @Nullable String reason,
      IdempotentRequest<ListEntry> idempotency) {
    FieldProblems problems = new FieldProblems();
    String name = entry;
    try {
      name = EntryText.added(entry);
    } catch (IllegalArgumentException wrong) {
      problems.add("entry", String.valueOf(wrong.getMessage()));
    }
    problems.maxLength("reason", reason, MAX_REASON_CHARACTERS);
    problems.refuseIfAny();
    String normal = name;
    return runner.write(
        idempotency,
        tx -> idempotency.finish(tx, add(tx, caller, list, normal, reason, idempotency)));
  }

  private ListEntry add(
      StoreTransaction tx,
      Caller caller,
      ListName list,
      String entry,
      @Nullable String reason,
      IdempotentRequest<ListEntry> idempotency) {
    Scope level = list.scopeRef().find(tx, caller);
    Access.require(caller, Permission.LIST_ENTRY_CREATE);
    idempotency.claim(tx, context.now());
    lockOrganization(tx, level);
    Optional<ListEntry> existing = tx.lists().find(level, list.direction(), list.type(), entry);
    boolean byKey = caller instanceof Caller.Key;
    boolean allows = list.type() == ListEntry.Type.ALLOW;
    boolean becomesHumans = allows && !byKey && existing.filter(ListEntry::byKey).isPresent();
    if (existing.isPresent() && !becomesHumans) {
      return existing.get();
    }
    if (allows && leavesOut(tx, level, list, entry)) {
      Access.requireVerifiedKeeper(caller);
    }
    if (becomesHumans) {
      ListEntry own = convertToHuman(tx, existing.get());
      tx.audit(record(caller, AuditAction.LIST_ENTRY_ADDED, own));
      return own;
    }
    ListEntry added =
        new ListEntry(
            entry, list.direction(), list.type(), level, reason, false, byKey, context.now());
    if (!tx.lists().insert(added)) {
      return find(tx, level, list, entry);
    }
    tx.audit(record(caller, AuditAction.LIST_ENTRY_ADDED, added));
    return added;
  }

  /**
   * Removes an entry.
   *
   * @throws MailboxException {@code not_found}, checked before permissions; for loosening as {@link
   *     #add}
   */
  public void remove(Caller caller, ListName list, String entry) {
    context.write(
        tx -> {
          Scope level = list.scopeRef().find(tx, caller);
          ListEntry found = find(tx, level, list, entry);
          Access.require(caller, Permission.LIST_ENTRY_DELETE);
          lockOrganization(tx, level);
          if (list.type() == ListEntry.Type.BLOCK || isLast(tx, level, list)) {
            Access.requireVerifiedKeeper(caller);
          }
          tx.audit(record(caller, AuditAction.LIST_ENTRY_REMOVED, found));
          return tx.lists().delete(level, list.direction(), list.type(), found.entry());
        });
  }

  private AuditRecord record(Caller caller, AuditAction action, ListEntry entry) {
    return AuditRecord.by(caller, context.now(), action)
        .at(entry.scope())
        .with("direction", entry.direction().wireName())
        .with("type", entry.type().wireName())
        .with("entry", entry.entry());
  }

  private static ListEntry find(StoreTransaction tx, Scope level, ListName list, String entry) {
    return normal(entry)
        .flatMap(name -> tx.lists().find(level, list.direction(), list.type(), name))
        .orElseThrow(() -> MailboxException.notFound("entry"));
  }

  /** Serializes changes of lists, so that the later of two concurrent changes sees the earlier. */
  private static void lockOrganization(StoreTransaction tx, Scope level) {
    if (tx.organizations().lock(level.organizationId()).isEmpty()) {
      throw MailboxException.notFound("organization");
    }
  }

  /** Normalizes an entry; empty when it is malformed. */
  private static Optional<String> normal(String entry) {
    try {
      return Optional.of(EntryText.normal(entry));
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  /** Removing the last entry makes the list admit everyone, or what a wider list admits. */
  private static boolean isLast(StoreTransaction tx, Scope level, ListName list) {
    return tx.lists().list(level, list.direction(), list.type(), PageRequest.first(1)).size() == 1;
  }

  /**
   * Whether the applicable allow lists do not admit the entry yet. Without an allow list everyone
   * is admitted, so a first entry only tightens.
   */
  private static boolean leavesOut(StoreTransaction tx, Scope level, ListName list, String entry) {
    return AddressLists.load(tx, level, list.direction(), List.of(entry)).leavesOut(entry);
  }

  /** Turns a key's entry into a human's, which admits regardless of wider lists. */
  private static ListEntry convertToHuman(StoreTransaction tx, ListEntry ofKey) {
    ListEntry own = ofKey.asHumans();
    tx.lists().delete(own.scope(), own.direction(), own.type(), own.entry());
    tx.lists().insert(own);
    return own;
  }
}
