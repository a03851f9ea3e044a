/**
 * Transactions of the JDBC store: one at a time or many in one, the rows written at their end, and
 * the wait until they are durable. Not here: retries, migrations and SQL of tables.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
