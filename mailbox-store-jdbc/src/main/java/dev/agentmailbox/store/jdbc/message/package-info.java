/**
 * The SQL of inboxes, messages, threads, lists. Not here: transactions and what differs between
 * databases.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.message;

import org.jspecify.annotations.NullMarked;
