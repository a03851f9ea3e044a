/** Tables of rules. */
@NullMarked
package dev.agentmailbox.port.rule;

import org.jspecify.annotations.NullMarked;
