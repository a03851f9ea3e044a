/**
 * SQL of idempotency, rate limits, leases, settings and notices. Not here: transactions and
 * dialects.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.service;

import org.jspecify.annotations.NullMarked;
