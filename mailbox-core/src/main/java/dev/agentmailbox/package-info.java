/**
 * Entry point for embedding: a mailbox service inside a process. Not here: the operations, see
 * {@code service}.
 */
@NullMarked
package dev.agentmailbox;

import org.jspecify.annotations.NullMarked;
