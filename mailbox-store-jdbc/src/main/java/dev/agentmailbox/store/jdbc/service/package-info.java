/**
 * The SQL of idempotency, rate limits, leases, settings and notices. Not here: transactions and
 * what differs between databases.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.service;

import org.jspecify.annotations.NullMarked;
