/** Composition of outgoing messages. Not here: their content. */
@NullMarked
package dev.agentmailbox.mime.write;

import org.jspecify.annotations.NullMarked;
