package dev.agentmailbox.service.webhook.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Result of a round.
 *
 * @param posted attempts made
 * @param again whether there is more to do immediately
 * @param nextAt when the endpoint needs processing even without new events; null for never
 * @param suspect whether the last attempt failed or was slow
 */
record RoundResult(int posted, boolean again, @Nullable Instant nextAt, boolean suspect) {
  static final RoundResult NOTHING = new RoundResult(0, false, null, false);
}
