/** Mail comes in: parse, decide per recipient, write once. Not here: the SMTP protocol. */
@NullMarked
package dev.agentmailbox.flow.intake;

import org.jspecify.annotations.NullMarked;
