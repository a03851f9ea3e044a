/**
 * Sends, replies, forwards, approvals and pauses. Not here: the release checks, the hand-over and
 * its outcome, see the subpackages.
 */
@NullMarked
package dev.agentmailbox.service.sending;

import org.jspecify.annotations.NullMarked;
