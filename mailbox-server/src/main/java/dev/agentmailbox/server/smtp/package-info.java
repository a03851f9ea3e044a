/**
 * Mail coming in over SMTP: the dialogue and the strict reading of message bytes. Not here: what
 * becomes of a message, which a {@link dev.agentmailbox.port.MailReceiver} decides.
 */
@NullMarked
package dev.agentmailbox.server.smtp;

import org.jspecify.annotations.NullMarked;
