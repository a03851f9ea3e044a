package dev.agentmailbox.event;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The event types (specification, Event types). */
public enum EventType {
  MESSAGE_RECEIVED,
  MESSAGE_RECEIVED_SPAM,
  MESSAGE_RECEIVED_BLOCKED,
  MESSAGE_HELD,
  MESSAGE_RELEASED,
  MESSAGE_SENT,
  MESSAGE_DELIVERED,
  MESSAGE_BOUNCED,
  MESSAGE_COMPLAINED,
  MESSAGE_REJECTED,
  DRAFT_SUBMITTED,
  APPROVAL_REQUESTED,
  APPROVAL_DECIDED,
  SEND_BLOCKED,
  SEND_CANCELLED,
  SEND_DEFERRED,
  THREAD_LOCKED,
  THREAD_UNLOCKED,
  LABEL_ADDED,
  LABEL_REMOVED,
  INBOX_DIGEST,
  INBOX_CREATED,
  INBOX_DELETED,
  ORG_SUSPENDED,
  ORG_RESUMED;

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '.');

  /** The type as written on the wire, for example {@code message.received.spam}. */
  public String wireName() {
    return wireName;
  }

  public static Optional<EventType> named(String wireName) {
    return Arrays.stream(values()).filter(t -> t.wireName.equals(wireName)).findFirst();
  }
}
