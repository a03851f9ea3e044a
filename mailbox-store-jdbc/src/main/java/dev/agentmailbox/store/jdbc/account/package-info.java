/**
 * The SQL of organizations, pods, people, invites and usage. Not here: transactions and what
 * differs between databases.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.account;

import org.jspecify.annotations.NullMarked;
