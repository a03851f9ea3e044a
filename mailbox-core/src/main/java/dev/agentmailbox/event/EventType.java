package dev.agentmailbox.event;

import static dev.agentmailbox.event.EventMember.*;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The event types (specification, Event types). */
@SuppressWarnings("ImmutableEnumChecker") // List.of does not change
public enum EventType {
  MESSAGE_RECEIVED(Subject.MESSAGE, FROM, LABELS, HELD, CLASSIFICATION),
  MESSAGE_RECEIVED_SPAM(Subject.MESSAGE, FROM, LABELS, HELD, CLASSIFICATION),
  MESSAGE_RECEIVED_BLOCKED(Subject.MESSAGE, FROM, LABELS, HELD, CLASSIFICATION),
  MESSAGE_HELD(Subject.MESSAGE, FROM, LABELS, REASONS),
  MESSAGE_RELEASED(Subject.MESSAGE),
  MESSAGE_SENT(Subject.MESSAGE, SEND_ID, RECIPIENTS),
  MESSAGE_DELIVERED(Subject.MESSAGE, SEND_ID, RECIPIENT),
  MESSAGE_BOUNCED(Subject.MESSAGE, SEND_ID, RECIPIENT, BOUNCE_TYPE, STATUS),
  MESSAGE_COMPLAINED(Subject.MESSAGE, SEND_ID, RECIPIENT),
  MESSAGE_REJECTED(Subject.MESSAGE, SEND_ID, RECIPIENT, REASON),
  DRAFT_SUBMITTED(Subject.THREAD, SEND_ID, DRAFT_ID),
  APPROVAL_REQUESTED(Subject.THREAD, SEND_ID, APPROVAL_ID, FLAGS),
  APPROVAL_DECIDED(Subject.THREAD, SEND_ID, APPROVAL_ID, DECISION, EDITED, RETURNED),
  SEND_BLOCKED(Subject.THREAD, SEND_ID, REASONS),
  SEND_CANCELLED(Subject.THREAD, SEND_ID),
  SEND_DEFERRED(Subject.THREAD, SEND_ID, REASON),
  THREAD_LOCKED(Subject.THREAD),
  THREAD_UNLOCKED(Subject.THREAD),
  LABEL_ADDED(Subject.MESSAGE, LABEL),
  LABEL_REMOVED(Subject.MESSAGE, LABEL),
  INBOX_DIGEST(Subject.INBOX, DATE, COUNTS),
  INBOX_CREATED(Subject.INBOX),
  INBOX_DELETED(Subject.INBOX),
  ORG_SUSPENDED(Subject.ORGANIZATION, REASON, NOTE),
  ORG_RESUMED(Subject.ORGANIZATION);

  /** The smallest object that an event names; it names the larger ones too. */
  public enum Subject {
    ORGANIZATION,
    INBOX,
    THREAD,
    MESSAGE
  }

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '.');
  private final Subject subject;
  private final List<EventMember> members;

  EventType(Subject subject, EventMember... members) {
    this.subject = subject;
    this.members = List.of(members);
  }

  /** The type as written on the wire, for example {@code message.received.spam}. */
  public String wireName() {
    return wireName;
  }

  public Subject subject() {
    return subject;
  }

  /** What {@code data} may have besides {@code wake}. */
  public List<EventMember> members() {
    return members;
  }

  public static Optional<EventType> named(String wireName) {
    return Arrays.stream(values()).filter(t -> t.wireName.equals(wireName)).findFirst();
  }
}
