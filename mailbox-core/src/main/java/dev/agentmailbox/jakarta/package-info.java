/**
 * A transport for Jakarta Mail, so that a program that sends a {@code MimeMessage} sends through
 * the release step after a change of its session. Not here: other headers than the subject and the
 * recipients, which an inbox does not let its senders choose; threads, which {@code Agent.reply}
 * continues; the way to a server in another process, which is the HTTP interface.
 */
@NullMarked
package dev.agentmailbox.jakarta;

import org.jspecify.annotations.NullMarked;
