package dev.agentmailbox.account;

/**
 * What an organization may use.
 *
 * @param inboxLimit inboxes in all
 * @param dailyRecipients recipients a UTC day, over all inboxes
 * @param dailyApiCalls requests with a key a UTC day
 */
public record Plan(int inboxLimit, int dailyRecipients, int dailyApiCalls) {
  public static final Plan DEFAULT = new Plan(1_000, 2_000, 1_000_000);
}
