/**
 * The in-memory store and the capturing transport, for tests and embedding. Not here: anything
 * durable.
 */
@NullMarked
package dev.agentmailbox.memory;

import org.jspecify.annotations.NullMarked;
