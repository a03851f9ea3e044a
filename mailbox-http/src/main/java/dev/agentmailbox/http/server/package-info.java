/**
 * The way of a request through Undertow, from the socket to its handler and back. Not here: what an
 * operation does.
 */
@NullMarked
package dev.agentmailbox.http.server;

import org.jspecify.annotations.NullMarked;
