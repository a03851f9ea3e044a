/** The commands that talk to a server over its API: {@code mailbox send}, {@code read}, …. */
@NullMarked
package dev.agentmailbox.server.client;

import org.jspecify.annotations.NullMarked;
