/** Tables in memory: API keys. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.access;

import org.jspecify.annotations.NullMarked;
