package dev.agentmailbox.sending;

import java.util.Locale;

/**
 * Where a send stands. A status never moves back, but that a human is asked: before the hand-over,
 * when a rule set meanwhile wants it.
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

  /** Whether nothing more will be decided about it. */
  public boolean isFinal() {
    return switch (this) {
      case PENDING_APPROVAL, SCHEDULED, SENDING -> false;
      case SENT, CANCELLED, REJECTED, BLOCKED, FAILED -> true;
    };
  }

  /** Every transition there is, in one place. */
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
      case SENDING -> next == SENT || next == FAILED || next == PENDING_APPROVAL;
      case SENT, CANCELLED, REJECTED, BLOCKED, FAILED -> false;
    };
  }
}
