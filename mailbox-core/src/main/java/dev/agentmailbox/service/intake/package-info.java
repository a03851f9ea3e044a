/** Inbound mail. Not here: the SMTP protocol. */
@NullMarked
package dev.agentmailbox.service.intake;

import org.jspecify.annotations.NullMarked;
