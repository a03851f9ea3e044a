package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.WaitReason;
import dev.agentmailbox.service.message.Threads;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.record.OrganizationView;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.outcome.Breaker;
import java.time.Instant;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Pausing and resuming a thread, an inbox, an organization or the platform by a human. Each
 * operation is idempotent with one event; a late duplicate of a keyed request does not undo later
 * changes. Deferred sends are processed as soon as a pause ends. Thread safe.
 */
public final class Pauses {
  /** Suspension reason when a human paused sending. */
  public static final String HUMAN = "human";

  /** Longest pause note, in characters. */
  public static final int MAX_NOTE_CHARACTERS = 280;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Outbox outbox;
  private final Breaker breaker;

  public Pauses(MailboxContext context, IdempotencyRunner runner, Outbox outbox) {
    this.context = context;
    this.runner = runner;
    this.outbox = outbox;
    this.breaker = new Breaker(context);
  }

  /** Pauses an inbox: it neither receives nor sends. Owners only. */
  public Inbox pauseInbox(Caller caller, String inboxId, IdempotentRequest<Inbox> idempotency) {
    Access.requireHuman(caller);
    return runner.write(
        idempotency,
        tx -> {
          Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.INBOX_READ);
          Access.requireOwner(caller);
          idempotency.claim(tx, context.now());
          return idempotency.finish(tx, setStatus(tx, caller, inbox, InboxStatus.PAUSED));
        });
  }

  /** Resumes a paused inbox. Owners with a recent step-up only. */
  public Inbox resumeInbox(Caller caller, String inboxId, IdempotentRequest<Inbox> idempotency) {
    Access.requireHuman(caller);
    Inbox resumed =
        runner.write(
            idempotency,
            tx -> {
              Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.INBOX_READ);
              Access.requireVerifiedOwner(caller);
              idempotency.claim(tx, context.now());
              return idempotency.finish(tx, setStatus(tx, caller, inbox, InboxStatus.ACTIVE));
            });
    outbox.endWait(resumed.scope(), WaitReason.INBOX_PAUSED);
    return resumed;
  }

  private Inbox setStatus(StoreTransaction tx, Caller caller, Inbox inbox, InboxStatus status) {
    if (inbox.status() == status) {
      return inbox;
    }
    Inbox changed = inbox.withStatus(status, context.now());
    tx.inboxes().update(changed);
    AuditAction action =
        status == InboxStatus.PAUSED ? AuditAction.INBOX_PAUSED : AuditAction.INBOX_RESUMED;
    tx.audit(AuditRecord.by(caller, changed.updatedAt(), action).at(changed.scope()));
    return changed;
  }

  /** Locks a thread: the agent cannot send into it. Humans only. */
  public MailThread lockThread(Caller caller, String inboxId, String threadId) {
    Access.requireHuman(caller);
    return context.write(
        tx -> {
          MailThread thread = lockedThread(tx, caller, inboxId, threadId);
          if (thread.locked()) {
            return thread;
          }
          return write(tx, caller, thread, thread.asLocked(context.now()), EventType.THREAD_LOCKED);
        });
  }

  /** Unlocks a thread. Humans only. */
  public MailThread unlockThread(Caller caller, String inboxId, String threadId) {
    Access.requireHuman(caller);
    MailThread unlocked =
        context.write(
            tx -> {
              MailThread thread = lockedThread(tx, caller, inboxId, threadId);
              if (!thread.locked()) {
                return thread;
              }
              return write(
                  tx, caller, thread, thread.asUnlocked(context.now()), EventType.THREAD_UNLOCKED);
            });
    outbox.endWait(unlocked.scope(), WaitReason.THREAD_LOCKED);
    return unlocked;
  }

  /** Locks the inbox too, so that no send is being checked while the thread's lock changes. */
  private static MailThread lockedThread(
      StoreTransaction tx, Caller caller, String inboxId, String threadId) {
    Inbox inbox = Access.lockedInbox(tx, caller, inboxId, Permission.MESSAGE_READ);
    Threads.find(tx, caller, inbox.scope(), threadId, Permission.MESSAGE_READ);
    return tx.threads()
        .lock(inbox.scope(), threadId)
        .orElseThrow(() -> MailboxException.notFound("thread"));
  }

  private MailThread write(
      StoreTransaction tx, Caller caller, MailThread locked, MailThread changed, EventType type) {
    tx.threads().update(locked, changed);
    AuditAction action = changed.locked() ? AuditAction.THREAD_LOCKED : AuditAction.THREAD_UNLOCKED;
    tx.audit(
        AuditRecord.by(caller, changed.updatedAt(), action)
            .at(changed.scope())
            .with("thread_id", changed.id()));
    tx.publish(EventBuilder.of(context, type, changed.updatedAt(), changed).build());
    return changed;
  }

  /**
   * Pauses sending of an organization. Owners only. An existing suspension by the breaker is
   * unchanged.
   *
   * @param note null for none
   */
  public OrganizationView suspend(
      Caller caller, @Nullable String note, IdempotentRequest<OrganizationView> idempotency) {
    Access.requireOwner(caller);
    FieldProblems problems = new FieldProblems();
    problems.maxLength("reason", note, MAX_NOTE_CHARACTERS);
    problems.refuseIfAny();
    return change(
        caller,
        idempotency,
        (tx, found) -> found.isSuspended() ? found : suspend(tx, caller, found, note));
  }

  private OrganizationView change(
      Caller caller,
      IdempotentRequest<OrganizationView> idempotency,
      BiFunction<StoreTransaction, Organization, Organization> change) {
    return runner.write(
        idempotency,
        tx -> {
          idempotency.claim(tx, context.now());
          Organization changed = change.apply(tx, lockedOrganization(tx, caller));
          return idempotency.finish(tx, OrganizationView.of(tx, changed));
        });
  }

  private Organization suspend(
      StoreTransaction tx, Caller caller, Organization active, @Nullable String note) {
    Instant now = context.now();
    Organization suspended = active.withSuspension(HUMAN, now);
    tx.organizations().update(suspended);
    tx.audit(AuditRecord.by(caller, now, AuditAction.ORGANIZATION_PAUSED));
    EventBuilder event =
        EventBuilder.ofOrganization(context, EventType.ORG_SUSPENDED, now, active.id())
            .with(EventMember.REASON, HUMAN);
    tx.publish((note == null ? event : event.with(EventMember.NOTE, note)).build());
    return suspended;
  }

  /**
   * Resumes sending of an organization and resets the breaker's counts. Owners with a recent
   * step-up only; for the service's own organization, operators.
   */
  public OrganizationView resume(Caller caller, IdempotentRequest<OrganizationView> idempotency) {
    Access.requireVerifiedKeeper(caller);
    OrganizationView resumed =
        change(
            caller,
            idempotency,
            (tx, found) -> found.isSuspended() ? resume(tx, caller, found) : found);
    outbox.endWait(Scope.organization(resumed.organization().id()), WaitReason.ORG_SUSPENDED);
    return resumed;
  }

  private Organization resume(StoreTransaction tx, Caller caller, Organization suspended) {
    Instant now = context.now();
    Organization resumed = suspended.withSuspension(null, now);
    tx.organizations().update(resumed);
    breaker.forgive(tx, resumed.id());
    tx.audit(AuditRecord.by(caller, now, AuditAction.ORGANIZATION_RESUMED));
    tx.publish(
        EventBuilder.ofOrganization(context, EventType.ORG_RESUMED, now, resumed.id()).build());
    return resumed;
  }

  private static Organization lockedOrganization(StoreTransaction tx, Caller caller) {
    return tx.organizations()
        .lock(caller.scope().organizationId())
        .orElseThrow(() -> MailboxException.notFound("organization"));
  }

  /** Whether sending is paused for the whole platform. */
  public record PlatformSending(boolean paused) {}

  /**
   * Pauses sending for the whole platform; accepted sends wait. Operators with a recent step-up
   * only.
   */
  public PlatformSending pausePlatform(
      Caller caller, IdempotentRequest<PlatformSending> idempotency) {
    Access.requireVerifiedOperator(caller);
    return runner.write(
        idempotency,
        tx -> {
          idempotency.claim(tx, context.now());
          if (tx.settings().get(SettingStore.SENDING_PAUSED).isEmpty()) {
            tx.settings().put(SettingStore.SENDING_PAUSED, caller.id());
            tx.audit(AuditRecord.by(caller, context.now(), AuditAction.PLATFORM_PAUSED));
          }
          return idempotency.finish(tx, new PlatformSending(true));
        });
  }

  /** Resumes sending for the whole platform. Operators with a recent step-up only. */
  public PlatformSending resumePlatform(
      Caller caller, IdempotentRequest<PlatformSending> idempotency) {
    Access.requireVerifiedOperator(caller);
    PlatformSending resumed =
        runner.write(
            idempotency,
            tx -> {
              idempotency.claim(tx, context.now());
              if (tx.settings().get(SettingStore.SENDING_PAUSED).isPresent()) {
                tx.settings().remove(SettingStore.SENDING_PAUSED);
                tx.audit(AuditRecord.by(caller, context.now(), AuditAction.PLATFORM_RESUMED));
              }
              return idempotency.finish(tx, new PlatformSending(false));
            });
    outbox.endWaitEverywhere(WaitReason.SENDING_PAUSED);
    return resumed;
  }
}
