/**
 * DKIM signatures of outgoing mail (RFC 6376, RFC 8463) and their keys. Not here: the judgement of
 * signatures on mail that comes in.
 */
@NullMarked
package dev.agentmailbox.server.dkim;

import org.jspecify.annotations.NullMarked;
