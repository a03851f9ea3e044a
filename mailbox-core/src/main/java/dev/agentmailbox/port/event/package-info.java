/** Storage of events and webhooks, and the transport of webhooks. Not here: any implementation. */
@NullMarked
package dev.agentmailbox.port.event;

import org.jspecify.annotations.NullMarked;
