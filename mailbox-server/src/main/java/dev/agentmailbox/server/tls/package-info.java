/** Certificates of this server's own listeners. Not here: TLS towards other servers. */
@NullMarked
package dev.agentmailbox.server.tls;

import org.jspecify.annotations.NullMarked;
