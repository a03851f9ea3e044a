/** Inboxes and the rules for their addresses. Not here: the mail in an inbox. */
@NullMarked
package dev.agentmailbox.inbox;

import org.jspecify.annotations.NullMarked;
