/**
 * DKIM signatures of outgoing mail (RFC 6376, RFC 8463) and their keys. Not here: verification of
 * inbound mail.
 */
@NullMarked
package dev.agentmailbox.server.dkim;

import org.jspecify.annotations.NullMarked;
