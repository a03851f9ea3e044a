/** DNS lookups with timeouts. Not here: their meaning for mail. */
@NullMarked
package dev.agentmailbox.server.dns;

import org.jspecify.annotations.NullMarked;
