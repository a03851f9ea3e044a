/**
 * What every outgoing connection needs: TLS, and which addresses are out in the internet. Not here:
 * what is said over a connection.
 */
@NullMarked
package dev.agentmailbox.server.net;

import org.jspecify.annotations.NullMarked;
