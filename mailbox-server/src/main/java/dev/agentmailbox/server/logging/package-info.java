/** Logging set-up. Not here: what is logged. */
@NullMarked
package dev.agentmailbox.server.logging;

import org.jspecify.annotations.NullMarked;
