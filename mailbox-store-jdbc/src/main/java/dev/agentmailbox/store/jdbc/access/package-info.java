/** SQL of API keys. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.access;

import org.jspecify.annotations.NullMarked;
