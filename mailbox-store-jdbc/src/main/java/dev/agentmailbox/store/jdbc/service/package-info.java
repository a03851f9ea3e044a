/** SQL of idempotency, receipts and named locks. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.service;

import org.jspecify.annotations.NullMarked;
