/**
 * What the server and its commands share: opening the store, the master key, the transport and the
 * control socket; memory and disk space of the process. Not here: wiring.
 */
@NullMarked
package dev.agentmailbox.server.process;

import org.jspecify.annotations.NullMarked;
