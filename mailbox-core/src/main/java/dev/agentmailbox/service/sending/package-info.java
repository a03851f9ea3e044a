/**
 * Sends, replies, forwards, approvals and pauses: from a request to a mail that may leave. Not
 * here: the twelve checks, the hand-over and its outcome, which have packages of their own below.
 */
@NullMarked
package dev.agentmailbox.service.sending;

import org.jspecify.annotations.NullMarked;
