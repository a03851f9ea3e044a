package dev.agentmailbox.webhook;

import java.util.Locale;

/** Why an endpoint is told nothing. */
public enum DisabledReason {
  /** A human switched it off. */
  HUMAN,
  /** It answered 410. */
  GONE,
  /** It failed for five days. */
  FAILING;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
