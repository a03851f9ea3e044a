/**
 * What every outgoing connection needs: TLS, which addresses are public, and the one HTTP client.
 * Not here: what is said over a connection.
 */
@NullMarked
package dev.agentmailbox.server.net;

import org.jspecify.annotations.NullMarked;
