/**
 * Mail that may leave is handed over, and what became of it is recorded. Not here: the release
 * decision.
 */
@NullMarked
package dev.agentmailbox.flow.outbox;

import org.jspecify.annotations.NullMarked;
