/** Inbound mail: parse, decide for each recipient, write once. Not here: the SMTP protocol. */
@NullMarked
package dev.agentmailbox.service.intake;

import org.jspecify.annotations.NullMarked;
