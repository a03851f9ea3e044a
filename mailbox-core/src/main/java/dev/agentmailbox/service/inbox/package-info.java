/** Management of inboxes. Not here: the mail in them. */
@NullMarked
package dev.agentmailbox.service.inbox;

import org.jspecify.annotations.NullMarked;
