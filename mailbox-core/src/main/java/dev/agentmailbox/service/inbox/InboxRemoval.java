package dev.agentmailbox.service.inbox;

import static dev.agentmailbox.port.rule.RuleTables.RULES;
import static dev.agentmailbox.port.rule.RuleTables.RULES_OF_ORGANIZATION;
import static dev.agentmailbox.port.rule.RuleTables.RULE_USES;
import static dev.agentmailbox.port.rule.RuleTables.USES_OF_INBOX;
import static dev.agentmailbox.port.sending.SendingTables.EDITS;
import static dev.agentmailbox.port.sending.SendingTables.EDITS_OF_INBOX;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.message.Trash;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.usage.Counter;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Deletes an inbox with its contents in one transaction. */
public final class InboxRemoval {
  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private final MailboxContext context;
  private final ContentRemoval content;
  private final Decisions decisions;

  public InboxRemoval(MailboxContext context) {
    this.context = context;
    this.content = new ContentRemoval(context);
    this.decisions = new Decisions(context, new ReleaseStep(context));
  }

  /**
   * Deletes an inbox for a caller.
   *
   * @throws MailboxException {@code human_required} when a key asks while mail is held, or a send
   *     waits for a human, who would never see it; {@code conflict} with reason {@code legal_hold}
   */
  void remove(Caller caller, String inboxId) {
    Set<String> contentKeys =
        context.write(
            tx -> {
              Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.INBOX_DELETE);
              Trash.requireNoLegalHold(tx, inbox.scope());
              return removeIn(tx, caller, inboxId);
            });
    deleteContent(contentKeys);
  }

  /** Deletes unreferenced content after the commit. */
  public void deleteContent(Set<String> contentKeys) {
    content.deleteUnnamed(contentKeys);
  }

  /** Deletes all rows; returns the keys of their content. */
  public Set<String> removeIn(StoreTransaction tx, Caller caller, String inboxId) {
    Instant now = context.now();
    Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.INBOX_DELETE);
    if (caller instanceof Caller.Key && waitsForHuman(tx, inbox.scope())) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED,
          "the inbox has held mail or a send that waits for approval; only a human can delete it");
    }
    Set<String> contentKeys = removeMessages(tx, inbox.scope());
    cancelWaiting(tx, inbox.scope(), SendStatus.PENDING_APPROVAL, caller.id());
    cancelWaiting(tx, inbox.scope(), SendStatus.SCHEDULED, caller.id());
    contentKeys.addAll(removeDrafts(tx, inbox.scope()));
    tx.table(EDITS).removeAll(EDITS_OF_INBOX, inbox.organizationId(), inbox.scope().id());
    removeRules(tx, inbox);
    tx.apiKeys().revokeForInbox(inbox.scope(), now);
    tx.inboxes().retire(inbox, now);
    tx.organizations().giveBackInbox(inbox.organizationId());
    tx.count(
        inbox.organizationId(),
        inbox.podId(),
        inbox.address(),
        context.today(),
        Counter.REMOVED_BYTES,
        inbox.storedBytes());
    tx.audit(AuditRecord.by(caller, now, AuditAction.INBOX_DELETED).at(inbox.scope()));
    tx.publish(EventBuilder.of(context, EventType.INBOX_DELETED, now, inbox).build());
    return contentKeys;
  }

  /** An inbox that gets the address later starts without them. */
  private static void removeRules(StoreTransaction tx, Inbox inbox) {
    tx.table(RULE_USES).removeAll(USES_OF_INBOX, inbox.organizationId(), inbox.scope().id());
    tx.table(RULES).list(RULES_OF_ORGANIZATION, inbox.organizationId()).stream()
        .filter(rule -> rule.scope().equals(inbox.scope()))
        .forEach(rule -> tx.table(RULES).remove(inbox.organizationId(), rule.id()));
  }

  private static boolean waitsForHuman(StoreTransaction tx, Scope inbox) {
    MessageRange held = new MessageRange(ALL_BITS, Label.HELD, null, null, null);
    PageRequest one = PageRequest.first(1);
    return !tx.messages().range(inbox, held, one).isEmpty()
        || !tx.sends().list(inbox, SendStatus.PENDING_APPROVAL, one).isEmpty();
  }

  /** Cancels pending sends; the outbox ends those being handed over. */
  private void cancelWaiting(StoreTransaction tx, Scope inbox, SendStatus status, String by) {
    PageRequest batch = new PageRequest(PageRequest.MAX_LIMIT, null, true);
    List<Send> found = tx.sends().list(inbox, status, batch);
    while (!found.isEmpty()) {
      for (Send send : found) {
        tx.sends()
            .lock(inbox, send.id())
            .filter(row -> row.status() == status)
            .ifPresent(row -> decisions.cancel(tx, row, by));
      }
      found = tx.sends().list(inbox, status, batch);
    }
  }

  private static Set<String> removeMessages(StoreTransaction tx, Scope inbox) {
    Set<String> contentKeys = new HashSet<>();
    Set<String> threads = new HashSet<>();
    MessageRange all = new MessageRange(ALL_BITS, null, null, null, null);
    PageRequest batch = new PageRequest(PageRequest.MAX_LIMIT, null, true);
    List<Message> found = tx.messages().range(inbox, all, batch);
    while (!found.isEmpty()) {
      List<String> ids = found.stream().map(Message::id).toList();
      found.forEach(message -> contentKeys.add(message.content().contentKey()));
      found.forEach(message -> threads.add(message.threadId()));
      tx.search().remove(inbox, ids);
      tx.messages().delete(inbox, ids);
      found = tx.messages().range(inbox, all, batch);
    }
    threads.forEach(thread -> tx.threads().delete(inbox, thread));
    return contentKeys;
  }

  private static Set<String> removeDrafts(StoreTransaction tx, Scope inbox) {
    Set<String> contentKeys = new HashSet<>();
    PageRequest batch = new PageRequest(PageRequest.MAX_LIMIT, null, true);
    List<Draft> found = tx.drafts().list(inbox, null, null, batch);
    while (!found.isEmpty()) {
      for (Draft draft : found) {
        draft.content().attachments().forEach(file -> contentKeys.add(file.contentKey()));
        tx.drafts().delete(inbox, draft.id());
      }
      found = tx.drafts().list(inbox, null, null, batch);
    }
    return contentKeys;
  }
}
