/**
 * Hands over mail that may leave and records each attempt. Not here: the release checks and the
 * transports.
 */
@NullMarked
package dev.agentmailbox.service.sending.outbox;

import org.jspecify.annotations.NullMarked;
