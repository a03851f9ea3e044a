/**
 * Tables in memory: idempotency, rate limits, leases, settings and notices. Not here: transactions.
 */
@NullMarked
package dev.agentmailbox.memory.service;

import org.jspecify.annotations.NullMarked;
