/** Addresses and the rules for giving them out. Not here: the mail in an inbox. */
@NullMarked
package dev.agentmailbox.inbox;

import org.jspecify.annotations.NullMarked;
