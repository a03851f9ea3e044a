/**
 * Outcomes after the hand-over: bounce and complaint reports are read, classified and recorded; the
 * breaker counts them. Not here: the hand-over itself.
 */
@NullMarked
package dev.agentmailbox.service.sending.outcome;

import org.jspecify.annotations.NullMarked;
