/**
 * PostgreSQL as the database: its dialect, its pools, the check at the start. No table and no SQL
 * of the mailbox itself.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
