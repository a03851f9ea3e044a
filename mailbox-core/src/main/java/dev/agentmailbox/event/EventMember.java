package dev.agentmailbox.event;

import java.util.Locale;

/** The members of {@code data} of events; {@link EventType#members} says which type has which. */
public enum EventMember {
  /** In every event. */
  WAKE,
  FROM,
  LABELS,
  HELD,
  CLASSIFICATION,
  REASONS,
  SEND_ID,
  RECIPIENTS,
  RECIPIENT,
  BOUNCE_TYPE,
  STATUS,
  REASON,
  DRAFT_ID,
  APPROVAL_ID,
  FLAGS,
  DECISION,
  EDITED,
  RETURNED,
  LABEL,
  DATE,
  COUNTS,
  NOTE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public String wireName() {
    return wireName;
  }
}
