/** SQL of organizations, pods, directed codes and usage. Not here: transactions and dialects. */
@NullMarked
package dev.agentmailbox.store.jdbc.account;

import org.jspecify.annotations.NullMarked;
