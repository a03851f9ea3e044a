/**
 * MTA-STS (RFC 8461) for outbound mail: policies of recipient domains. Not here: delivery, and
 * publishing policies of our own.
 */
@NullMarked
package dev.agentmailbox.server.mtasts;

import org.jspecify.annotations.NullMarked;
