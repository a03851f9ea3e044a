/** The standalone server: main, commands and wiring. Not here: the parts. */
@NullMarked
package dev.agentmailbox.server;

import org.jspecify.annotations.NullMarked;
