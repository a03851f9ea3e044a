/**
 * The front door: a mailbox service inside your process. Not here: what it does, which {@code
 * operation} holds.
 */
@NullMarked
package dev.agentmailbox;

import org.jspecify.annotations.NullMarked;
