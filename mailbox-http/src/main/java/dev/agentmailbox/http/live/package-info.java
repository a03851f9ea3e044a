/**
 * Events over WebSockets: who may connect, what each connection is sent, and when it ends. Not
 * here: the protocol itself, and the reading of the log.
 */
@NullMarked
package dev.agentmailbox.http.live;

import org.jspecify.annotations.NullMarked;
