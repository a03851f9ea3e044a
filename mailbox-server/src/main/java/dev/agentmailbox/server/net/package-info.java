/** Outgoing connections: TLS, allowed addresses and the HTTP client. Not here: protocols on top. */
@NullMarked
package dev.agentmailbox.server.net;

import org.jspecify.annotations.NullMarked;
