package dev.agentmailbox.service.sending;

import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_LIST;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.ContentHash;
import dev.agentmailbox.service.sending.release.Decisions;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pending approvals and their decisions. An approval is bound to the exact bytes that will be sent:
 * they are hashed again before it takes effect. Thread safe.
 */
public final class Approvals {
  /** Longest note, in characters. */
  public static final int MAX_NOTE_CHARACTERS = 500;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Decisions decisions;
  private final Outbox outbox;
  private final MimeReader reader = new MimeReader();

  public Approvals(
      MailboxContext context, IdempotencyRunner runner, Decisions decisions, Outbox outbox) {
    this.context = context;
    this.runner = runner;
    this.decisions = decisions;
    this.outbox = outbox;
  }

  /**
   * Approvals in scope, by request time.
   *
   * @param status null for any
   */
  public Page<Approval> list(Caller caller, Approval.@Nullable Status status, PageRequest page) {
    Access.require(caller, Permission.APPROVAL_READ);
    List<Approval.Status> wanted =
        status == null ? List.of(Approval.Status.values()) : List.of(status);
    return context.read(
        tx ->
            Page.merge(
                wanted.stream()
                    .map(
                        one ->
                            APPROVAL_LIST.page(
                                tx.table(APPROVALS), caller.scope(), page, one.name()))
                    .toList(),
                page,
                approval -> new PagePosition(approval.requestedAt(), approval.id())));
  }

  /** The sends of these approvals, by approval id; empty for keys, which do not see the mail. */
  public Map<String, Send> sends(Caller caller, Collection<Approval> approvals) {
    if (!caller.isHuman()) {
      return Map.of();
    }
    return context.read(
        tx -> {
          Map<String, Send> sends = new HashMap<>();
          for (Approval approval : approvals) {
            tx.sends()
                .find(caller.scope(), approval.sendId())
                .ifPresent(send -> sends.put(approval.id(), send));
          }
          return sends;
        });
  }

  public Approval get(Caller caller, String approvalId) {
    return context.read(
        tx -> {
          Approval approval = find(tx, caller, approvalId);
          Access.require(caller, Permission.APPROVAL_READ);
          return approval;
        });
  }

  /**
   * The mail to decide about, as its recipients would see it; humans only.
   *
   * @throws MailboxException {@code gone} when its content was deleted
   */
  public PendingMail message(Caller caller, String approvalId) {
    Access.requireHuman(caller);
    Send send = context.read(tx -> send(tx, caller.scope(), find(tx, caller, approvalId).sendId()));
    try {
      return new PendingMail(send, reader.read(content(send)));
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "mail content cannot be read right now")
          .causedBy(storage);
    }
  }

  /**
   * Opens an attachment of the mail for the holder of a signed link. The link was issued to a human
   * with access, so only the existence of the send is checked.
   *
   * @param inbox scope of the inbox the link was issued for
   * @param partPath MIME part path
   */
  public Messages.Download download(Scope inbox, String sendId, String partPath)
      throws IOException {
    Send send = context.read(tx -> send(tx, inbox, sendId));
    RawMessage content = content(send);
    ParsedAttachment file =
        new PendingMail(send, reader.read(content))
            .file(partPath)
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    String filename = file.filename();
    return new Messages.Download(
        filename == null ? "attachment" : filename,
        file.contentType(),
        file.size(),
        reader.openPart(content, partPath));
  }

  private static Send send(StoreTransaction tx, Scope scope, String sendId) {
    return tx.sends().find(scope, sendId).orElseThrow(() -> MailboxException.notFound("send"));
  }

  private RawMessage content(Send send) throws IOException {
    return context
        .store()
        .content()
        .find(send.mail().contentKey())
        .orElseThrow(() -> MailboxException.of(ErrorCode.GONE, "the mail is no longer stored"));
  }

  /**
   * Approves the send after repeating the checks whose result can have changed.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided} or {@code
   *     content_changed}
   */
  public Approval approve(
      Caller caller,
      String approvalId,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    requireSameContent(pendingSend(caller, approvalId, idempotency));
    Approval approved =
        runner.write(
            idempotency,
            tx -> {
              Locked locked = lock(tx, caller, approvalId, idempotency);
              Inbox inbox = locked.inbox().orElseThrow(() -> MailboxException.notFound("inbox"));
              return idempotency.finish(
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
   * Rejects the send.
   *
   * @param note null for none
   * @throws MailboxException {@code conflict} with reason {@code already_decided}
   */
  public Approval reject(
      Caller caller,
      String approvalId,
      @Nullable String note,
      IdempotentRequest<Approval> idempotency) {
    check(caller, note);
    return runner.write(
        idempotency,
        tx -> {
          Locked locked = lock(tx, caller, approvalId, idempotency);
          return idempotency.finish(
              tx,
              decisions.reject(
                  tx, locked.send(), locked.approval(), new Decisions.Decider(caller.id(), note)));
        });
  }

  private static void check(Caller caller, @Nullable String note) {
    Access.requireHuman(caller);
    FieldProblems problems = new FieldProblems();
    problems.maxLength("note", note, MAX_NOTE_CHARACTERS);
    problems.refuseIfAny();
  }

  private record Locked(Optional<Inbox> inbox, Send send, Approval approval) {}

  /** Locks the inbox, then the send: the global lock order. */
  private Locked lock(
      StoreTransaction tx,
      Caller caller,
      String approvalId,
      IdempotentRequest<Approval> idempotency) {
    Approval known = find(tx, caller, approvalId);
    idempotency.claim(tx, context.now());
    Optional<Inbox> inbox = tx.inboxes().lock(caller.scope(), known.inboxId());
    Send send =
        tx.sends()
            .lock(caller.scope(), known.sendId())
            .orElseThrow(() -> MailboxException.notFound("send"));
    return new Locked(inbox, send, find(tx, caller, approvalId));
  }

  private Send pendingSend(
      Caller caller, String approvalId, IdempotentRequest<Approval> idempotency) {
    return context.read(
        tx -> {
          Approval approval = find(tx, caller, approvalId);
          idempotency.replay(tx, context.now());
          if (approval.status() != Approval.Status.PENDING) {
            throw Decisions.alreadyDecided();
          }
          return tx.sends()
              .find(caller.scope(), approval.sendId())
              .filter(send -> send.mail().contentHash().equals(approval.request().contentHash()))
              .orElseThrow(Approvals::contentChanged);
        });
  }

  /** The stored bytes must be those the approval was requested for. */
  private void requireSameContent(Send send) {
    try {
      Optional<RawMessage> content = context.store().content().find(send.mail().contentKey());
      if (content.isEmpty() || !ContentHash.of(content.get()).equals(send.mail().contentHash())) {
        throw contentChanged();
      }
    } catch (IOException storage) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "mail content cannot be read right now")
          .causedBy(storage);
    }
  }

  private static Approval find(StoreTransaction tx, Caller caller, String approvalId) {
    return tx.table(APPROVALS)
        .find(caller.scope().organizationId(), approvalId)
        .filter(approval -> caller.scope().contains(approval.scope()))
        .orElseThrow(() -> MailboxException.notFound("approval"));
  }

  private static MailboxException contentChanged() {
    return MailboxException.conflict(
        "content_changed", "the stored message is not the one the approval was requested for");
  }
}
