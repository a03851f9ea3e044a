package dev.agentmailbox.service.webhook.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a turn at an endpoint ended.
 *
 * @param posted attempts made
 * @param again whether there is more to do at once
 * @param nextAt when there is more to do if nothing happens; null for never
 * @param suspect whether the last attempt failed or was slow
 */
record RoundResult(int posted, boolean again, @Nullable Instant nextAt, boolean suspect) {
  static final RoundResult NOTHING = new RoundResult(0, false, null, false);
}
