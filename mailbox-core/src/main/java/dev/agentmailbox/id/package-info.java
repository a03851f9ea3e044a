/**
 * Identifiers and the only place where they are made. Not here: anything the identifiers stand for.
 */
@NullMarked
package dev.agentmailbox.id;

import org.jspecify.annotations.NullMarked;
