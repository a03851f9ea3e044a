/** Tables in memory: organizations, pods, humans, invites and usage. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.account;

import org.jspecify.annotations.NullMarked;
