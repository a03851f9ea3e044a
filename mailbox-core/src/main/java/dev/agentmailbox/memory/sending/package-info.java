/** Tables in memory: sends, drafts and approvals. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.sending;

import org.jspecify.annotations.NullMarked;
