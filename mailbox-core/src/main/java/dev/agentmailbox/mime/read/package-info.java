/**
 * Reads messages (RFC 5322, MIME): one linear, bounded pass that never throws on bytes of
 * strangers. Not here: what HTML says.
 */
@NullMarked
package dev.agentmailbox.mime.read;

import org.jspecify.annotations.NullMarked;
