/**
 * Events over WebSockets: admission, subscriptions and lifetime of connections. Not here: the
 * WebSocket protocol and reading the log.
 */
@NullMarked
package dev.agentmailbox.http.live;

import org.jspecify.annotations.NullMarked;
