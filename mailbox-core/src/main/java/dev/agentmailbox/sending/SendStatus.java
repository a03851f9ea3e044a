package dev.agentmailbox.sending;

import java.util.Locale;

/**
 * Status of a send. It never moves back, with one exception: before the hand-over a send can return
 * to pending approval when a policy change requires it.
 */
public enum SendStatus {
  PENDING_APPROVAL,
  SCHEDULED,
  SENDING,
  SENT,
  CANCELLED,
  REJECTED,
  BLOCKED,
  FAILED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether this status is terminal. */
  public boolean isFinal() {
    return switch (this) {
      case PENDING_APPROVAL, SCHEDULED, SENDING -> false;
      case SENT, CANCELLED, REJECTED, BLOCKED, FAILED -> true;
    };
  }

  /** Whether the transition is allowed. */
  public boolean mayBecome(SendStatus next) {
    return switch (this) {
      case PENDING_APPROVAL ->
          switch (next) {
            case SCHEDULED, SENDING, CANCELLED, REJECTED, BLOCKED -> true;
            case PENDING_APPROVAL, SENT, FAILED -> false;
          };
      case SCHEDULED ->
          switch (next) {
            case PENDING_APPROVAL, SENDING, CANCELLED, BLOCKED -> true;
            case SCHEDULED, SENT, REJECTED, FAILED -> false;
          };
      case SENDING ->
          switch (next) {
            case PENDING_APPROVAL, SENT, BLOCKED, FAILED -> true;
            case SCHEDULED, SENDING, CANCELLED, REJECTED -> false;
          };
      case SENT, CANCELLED, REJECTED, BLOCKED, FAILED -> false;
    };
  }
}
