/** SQL of events and the cursors of webhooks. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.event;

import org.jspecify.annotations.NullMarked;
