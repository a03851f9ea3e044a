/**
 * Storage of keys, grants, sessions and passkeys, and what verifies them. Not here: any
 * implementation.
 */
@NullMarked
package dev.agentmailbox.port.access;

import org.jspecify.annotations.NullMarked;
