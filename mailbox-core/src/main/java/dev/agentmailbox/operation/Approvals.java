package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.flow.outbox.Outbox;
import dev.agentmailbox.flow.release.ContentHash;
import dev.agentmailbox.flow.release.Decisions;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a human, and the human's decision. A decision is about the exact bytes that will
 * leave: they are hashed again before it counts. Thread safe.
 */
public final class Approvals {
  /** Most characters of the words a decision comes with. */
  public static final int MAX_NOTE_CHARACTERS = 500;

  private final MailboxContext context;
  private final OnceRunner runner;
  private final Decisions decisions;
  private final Outbox outbox;
  private final MimeReader reader = new MimeReader();

  public Approvals(MailboxContext context, OnceRunner runner, Decisions decisions, Outbox outbox) {
    this.context = context;
    this.runner = runner;
    this.decisions = decisions;
    this.outbox = outbox;
  }

  /**
   * Approvals in scope, by the time they were asked for.
   *
   * @param status null for all
   */
  public Page<Approval> list(Caller caller, Approval.@Nullable Status status, PageRequest page) {
    Access.require(caller, Permission.APPROVAL_READ);
    return context
        .store()
        .read(
            tx ->
                Page.cut(
                    tx.approvals().list(caller.scope(), status, page),
                    page.limit(),
                    approval -> new PagePosition(approval.requestedAt(), approval.id())));
  }

  /** One approval in scope. */
  public Approval get(Caller caller, String approvalId) {
    return context
        .store()
        .read(
            tx -> {
              Approval approval = find(tx, caller, approvalId);
              Access.require(caller, Permission.APPROVAL_READ);
              return approval;
            });
  }

  /**
   * The mail to be decided about, as its recipients would see it; only for humans.
   *
   * @throws MailboxException {@code gone} when its content is not kept any more
   */
  public PendingMail message(Caller caller, String approvalId) {
    Access.requireHuman(caller);
    Send send =
        context
            .store()
            .read(
                tx ->
                    tx.sends()
                        .find(caller.scope(), find(tx, caller, approvalId).sendId())
                        .orElseThrow(() -> MailboxException.notFound("send")));
    try {
      RawMessage content =
          context
              .store()
              .content()
              .find(send.contentKey())
              .orElseThrow(
                  () -> MailboxException.of(ErrorCode.GONE, "the mail is not kept any more"));
      return new PendingMail(send, reader.read(content));
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "mail content cannot be read right now")
          .causedBy(storage);
    }
  }

  /**
   * Lets the send leave, when the checks that can have changed pass again.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided} or {@code
   *     content_changed}
   */
  public Approval approve(
      Caller caller, String approvalId, @Nullable String note, Once<Approval> once) {
    check(caller, note);
    requireSameContent(pendingSend(caller, approvalId, once));
    Approval approved =
        runner.write(
            once,
            tx -> {
              Locked locked = lock(tx, caller, approvalId, once);
              Inbox inbox = locked.inbox().orElseThrow(() -> MailboxException.notFound("inbox"));
              return once.finish(
                  tx,
                  decisions.approve(
                      tx,
                      inbox,
                      locked.send(),
                      locked.approval(),
                      new Decisions.Decider(caller.id(), note)));
            });
    outbox.wake();
    return approved;
  }

  /**
   * Ends the send without handing it over.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval reject(
      Caller caller, String approvalId, @Nullable String note, Once<Approval> once) {
    check(caller, note);
    return runner.write(
        once,
        tx -> {
          Locked locked = lock(tx, caller, approvalId, once);
          return once.finish(
              tx,
              decisions.reject(
                  tx, locked.send(), locked.approval(), new Decisions.Decider(caller.id(), note)));
        });
  }

  private static void check(Caller caller, @Nullable String note) {
    Access.requireHuman(caller);
    FieldChecks checks = new FieldChecks();
    checks.maxLength("note", note, MAX_NOTE_CHARACTERS);
    checks.throwIfAny();
  }

  private record Locked(Optional<Inbox> inbox, Send send, Approval approval) {}

  /** Locks the inbox, then the send: the order of everybody who locks both. */
  private Locked lock(StoreTransaction tx, Caller caller, String approvalId, Once<Approval> once) {
    Approval known = find(tx, caller, approvalId);
    once.claim(tx, context.now());
    Optional<Inbox> inbox = tx.inboxes().lock(caller.scope(), known.inboxId());
    Send send =
        tx.sends()
            .lock(caller.scope(), known.sendId())
            .orElseThrow(() -> MailboxException.notFound("send"));
    return new Locked(inbox, send, find(tx, caller, approvalId));
  }

  private Send pendingSend(Caller caller, String approvalId, Once<Approval> once) {
    return context
        .store()
        .read(
            tx -> {
              Approval approval = find(tx, caller, approvalId);
              once.replay(tx, context.now());
              if (approval.status() != Approval.Status.PENDING) {
                throw Decisions.alreadyDecided();
              }
              return tx.sends()
                  .find(caller.scope(), approval.sendId())
                  .filter(send -> send.contentHash().equals(approval.contentHash()))
                  .orElseThrow(Approvals::contentChanged);
            });
  }

  /** What is kept must be what the human was asked about, byte for byte. */
  private void requireSameContent(Send send) {
    try {
      Optional<RawMessage> content = context.store().content().find(send.contentKey());
      if (content.isEmpty() || !ContentHash.of(content.get()).equals(send.contentHash())) {
        throw contentChanged();
      }
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "mail content cannot be read right now")
          .causedBy(storage);
    }
  }

  private static Approval find(StoreTransaction tx, Caller caller, String approvalId) {
    return tx.approvals()
        .find(caller.scope(), approvalId)
        .orElseThrow(() -> MailboxException.notFound("approval"));
  }

  private static MailboxException contentChanged() {
    return MailboxException.conflict(
        "content_changed", "the stored message is not the one this approval was asked for");
  }
}
