/** Identifiers and their generation. Not here: what they identify. */
@NullMarked
package dev.agentmailbox.id;

import org.jspecify.annotations.NullMarked;
