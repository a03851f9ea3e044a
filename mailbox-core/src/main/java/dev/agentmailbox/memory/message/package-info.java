/** Tables in memory: inboxes, messages, threads, lists and search. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.message;

import org.jspecify.annotations.NullMarked;
