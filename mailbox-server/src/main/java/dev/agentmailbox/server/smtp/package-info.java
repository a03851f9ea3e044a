/**
 * Inbound SMTP: the dialogue and strict parsing of message data. Not here: processing messages,
 * which is up to a {@link dev.agentmailbox.port.MailReceiver}.
 */
@NullMarked
package dev.agentmailbox.server.smtp;

import org.jspecify.annotations.NullMarked;
