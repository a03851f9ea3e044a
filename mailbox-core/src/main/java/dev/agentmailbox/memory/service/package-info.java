/** Tables in memory: idempotency and receipts. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.service;

import org.jspecify.annotations.NullMarked;
