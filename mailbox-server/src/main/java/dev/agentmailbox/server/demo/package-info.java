/** The server of {@code demo}: mail to look at, and agents that write it. */
@NullMarked
package dev.agentmailbox.server.demo;

import org.jspecify.annotations.NullMarked;
