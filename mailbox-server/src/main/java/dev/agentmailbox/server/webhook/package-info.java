/**
 * Webhook deliveries and OAuth client documents over HTTP, to checked addresses only. Not here:
 * scheduling and content.
 */
@NullMarked
package dev.agentmailbox.server.webhook;

import org.jspecify.annotations.NullMarked;
