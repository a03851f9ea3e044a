/** Decodes the bytes of texts and header fields. Not here: the structure of messages. */
@NullMarked
package dev.agentmailbox.mime.text;

import org.jspecify.annotations.NullMarked;
