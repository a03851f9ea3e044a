/** SQL of inboxes, messages, threads and lists. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.message;

import org.jspecify.annotations.NullMarked;
