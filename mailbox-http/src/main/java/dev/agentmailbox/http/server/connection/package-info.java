/**
 * Connections: listeners, framing, byte budgets, slow peers. Not here: requests as operations see
 * them.
 */
@NullMarked
package dev.agentmailbox.http.server.connection;

import org.jspecify.annotations.NullMarked;
