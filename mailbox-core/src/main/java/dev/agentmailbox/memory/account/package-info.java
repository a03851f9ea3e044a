/** Tables in memory: organizations, pods, directed codes and usage. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.account;

import org.jspecify.annotations.NullMarked;
