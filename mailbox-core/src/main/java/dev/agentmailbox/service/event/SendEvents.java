package dev.agentmailbox.service.event;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.record.EventBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the events of sends; all of them wake the agent. Thread safe. */
public final class SendEvents {
  private final MailboxContext context;

  public SendEvents(MailboxContext context) {
    this.context = context;
  }

  public Event sent(Send send, List<String> recipients) {
    return of(EventType.MESSAGE_SENT, send).with(EventMember.RECIPIENTS, recipients).build();
  }

  public Event delivered(Send send, String recipient) {
    return of(EventType.MESSAGE_DELIVERED, send).with(EventMember.RECIPIENT, recipient).build();
  }

  /**
   * A recipient's server refused the mail.
   *
   * @param bounceType {@code permanent} or {@code transient}
   * @param status enhanced status code (RFC 3463), or the SMTP reply code when there is none
   */
  public Event bounced(Send send, String recipient, String bounceType, String status) {
    return of(EventType.MESSAGE_BOUNCED, send)
        .with(EventMember.RECIPIENT, recipient)
        .with(EventMember.BOUNCE_TYPE, bounceType)
        .with(EventMember.STATUS, status)
        .build();
  }

  public Event complained(Send send, String recipient) {
    return of(EventType.MESSAGE_COMPLAINED, send).with(EventMember.RECIPIENT, recipient).build();
  }

  public Event rejected(Send send, String recipient, String reason) {
    return of(EventType.MESSAGE_REJECTED, send)
        .with(EventMember.RECIPIENT, recipient)
        .with(EventMember.REASON, reason)
        .build();
  }

  /** A draft was submitted. */
  public Event submitted(Send send, String draftId) {
    return of(EventType.DRAFT_SUBMITTED, send).with(EventMember.DRAFT_ID, draftId).build();
  }

  public Event approvalRequested(Send send, Approval approval) {
    return of(EventType.APPROVAL_REQUESTED, send)
        .with(EventMember.APPROVAL_ID, approval.id())
        .with(EventMember.FLAGS, approval.request().flags())
        .build();
  }

  /** An approval was decided or expired. */
  public Event approvalDecided(Send send, Approval decided) {
    return of(EventType.APPROVAL_DECIDED, send)
        .with(EventMember.APPROVAL_ID, decided.id())
        .with(EventMember.DECISION, decided.status().wireName())
        .with(EventMember.EDITED, decided.edited())
        .with(EventMember.RETURNED, decided.returned())
        .build();
  }

  /** An accepted send was blocked when it became due. */
  public Event blocked(Send send, List<String> reasons) {
    return of(EventType.SEND_BLOCKED, send).with(EventMember.REASONS, reasons).build();
  }

  /** A request was refused by the release checks; there is no send record. */
  public Event refused(Inbox inbox, @Nullable String threadId, List<String> reasons) {
    return EventBuilder.of(context, EventType.SEND_BLOCKED, context.now(), inbox)
        .thread(threadId)
        .with(EventMember.REASONS, reasons)
        .build();
  }

  public Event cancelled(Send send) {
    return of(EventType.SEND_CANCELLED, send).build();
  }

  public Event deferred(Send send, String reason) {
    return of(EventType.SEND_DEFERRED, send).with(EventMember.REASON, reason).build();
  }

  private EventBuilder of(EventType type, Send send) {
    return EventBuilder.of(context, type, context.now(), send);
  }
}
