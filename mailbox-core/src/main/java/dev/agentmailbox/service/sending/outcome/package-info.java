/**
 * Outcomes after the hand-over: parsing, classification and recording of bounces and complaints,
 * and the circuit breaker. Not here: the hand-over itself.
 */
@NullMarked
package dev.agentmailbox.service.sending.outcome;

import org.jspecify.annotations.NullMarked;
