/** Tables in memory: events and the cursors of webhooks. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.event;

import org.jspecify.annotations.NullMarked;
