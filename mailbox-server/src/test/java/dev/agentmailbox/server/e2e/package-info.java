/** The runnable jar, driven from outside as a stranger would. Not here: tests of its parts. */
@NullMarked
package dev.agentmailbox.server.e2e;

import org.jspecify.annotations.NullMarked;
