/** The SQL of events and webhooks. Not here: transactions and what differs between databases. */
@NullMarked
package dev.agentmailbox.store.jdbc.event;

import org.jspecify.annotations.NullMarked;
