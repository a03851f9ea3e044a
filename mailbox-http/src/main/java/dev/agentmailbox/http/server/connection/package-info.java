/** Connections: listeners, framing, byte budgets, slow peers. Not here: parsed requests. */
@NullMarked
package dev.agentmailbox.http.server.connection;

import org.jspecify.annotations.NullMarked;
