/**
 * MTA-STS (RFC 8461): what a domain asks of those who deliver to it. Not here: the delivery, and a
 * policy for our own domains.
 */
@NullMarked
package dev.agentmailbox.server.mtasts;

import org.jspecify.annotations.NullMarked;
