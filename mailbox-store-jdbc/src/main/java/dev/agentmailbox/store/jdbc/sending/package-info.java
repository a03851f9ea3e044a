/** SQL of sends and drafts. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.sending;

import org.jspecify.annotations.NullMarked;
