/** Outbound SMTP: client, routing and connection pools. Not here: retries and bounces. */
@NullMarked
package dev.agentmailbox.server.delivery;

import org.jspecify.annotations.NullMarked;
