/**
 * Parses messages (RFC 5322, MIME) in one linear, bounded pass that never throws on malformed
 * input. Not here: parsing of HTML.
 */
@NullMarked
package dev.agentmailbox.mime.read;

import org.jspecify.annotations.NullMarked;
