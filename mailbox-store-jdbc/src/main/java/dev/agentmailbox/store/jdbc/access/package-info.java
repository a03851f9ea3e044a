/**
 * The SQL of keys, grants, sessions and passkeys. Not here: transactions and what differs between
 * databases.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.access;

import org.jspecify.annotations.NullMarked;
