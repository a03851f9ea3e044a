/**
 * The SQL of sends, drafts and approvals. Not here: transactions and what differs between
 * databases.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.sending;

import org.jspecify.annotations.NullMarked;
