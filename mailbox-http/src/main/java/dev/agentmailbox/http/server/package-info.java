/**
 * Request processing on Undertow, from the socket to the handler and back. Not here: what an
 * operation does.
 */
@NullMarked
package dev.agentmailbox.http.server;

import org.jspecify.annotations.NullMarked;
