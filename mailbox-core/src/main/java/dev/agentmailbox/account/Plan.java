package dev.agentmailbox.account;

/**
 * Limits of an organization.
 *
 * @param inboxLimit number of inboxes
 * @param dailyRecipients recipients per UTC day, across all inboxes
 * @param dailyApiCalls API key requests per UTC day
 */
public record Plan(int inboxLimit, int dailyRecipients, int dailyApiCalls) {
  public static final Plan DEFAULT = new Plan(1_000, 2_000, 1_000_000);
}
