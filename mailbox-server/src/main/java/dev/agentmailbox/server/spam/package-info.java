/** Spam verdicts from rspamd and trusted relays. Not here: their consequences. */
@NullMarked
package dev.agentmailbox.server.spam;

import org.jspecify.annotations.NullMarked;
