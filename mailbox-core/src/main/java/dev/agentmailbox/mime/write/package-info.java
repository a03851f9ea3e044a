/**
 * Composition of outgoing messages, and checks of what callers give for them. Not here: their
 * content.
 */
@NullMarked
package dev.agentmailbox.mime.write;

import org.jspecify.annotations.NullMarked;
