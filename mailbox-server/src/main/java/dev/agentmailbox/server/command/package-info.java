/** The commands of the command line. Not here: what they run. */
@NullMarked
package dev.agentmailbox.server.command;

import org.jspecify.annotations.NullMarked;
