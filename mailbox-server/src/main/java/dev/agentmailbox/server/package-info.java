/** The standalone server: main and wiring. Not here: commands, and the parts. */
@NullMarked
package dev.agentmailbox.server;

import org.jspecify.annotations.NullMarked;
