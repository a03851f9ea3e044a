/** Tables in memory: sends and drafts. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.sending;

import org.jspecify.annotations.NullMarked;
