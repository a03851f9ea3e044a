/** Tables in memory: keys, grants, sessions and passkeys. Not here: transactions. */
@NullMarked
package dev.agentmailbox.memory.access;

import org.jspecify.annotations.NullMarked;
