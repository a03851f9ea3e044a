package dev.agentmailbox.webhook;

import java.util.Locale;

/** Why an endpoint is disabled. */
public enum DisabledReason {
  /** A human disabled it. */
  HUMAN,
  /** It answered 410. */
  GONE,
  /** It failed for {@link WebhookRetrySchedule#MAX_FAILING}. */
  FAILING;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
