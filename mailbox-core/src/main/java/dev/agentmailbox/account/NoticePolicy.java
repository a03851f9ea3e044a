package dev.agentmailbox.account;

import org.jspecify.annotations.Nullable;

/**
 * How people are notified of sends that wait for their approval.
 *
 * @param content whether a notice has subject, recipients and first lines; otherwise it only says
 *     where something waits
 * @param reminderHours hours after which a send that still waits is mentioned once more; 0: never
 * @param escalationHours hours after which owners are notified too, while at first only approvers
 *     are; 0: everybody at once, as where an organization has no approvers
 * @param workingHours when notices are sent; null: at any time
 */
public record NoticePolicy(
    boolean content, int reminderHours, int escalationHours, @Nullable WorkingHours workingHours) {
  /** Less than the seven days after which an approval expires. */
  public static final int MAX_HOURS = 144;

  public static final NoticePolicy DEFAULT = new NoticePolicy(true, 24, 0, null);
}
