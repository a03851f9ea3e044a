/** Writes messages for sending. Not here: what they say. */
@NullMarked
package dev.agentmailbox.mime.write;

import org.jspecify.annotations.NullMarked;
