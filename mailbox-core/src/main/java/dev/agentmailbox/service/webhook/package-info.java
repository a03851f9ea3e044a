/**
 * Webhook endpoints: set up, changed, replayed. Not here: deliveries, which {@code dispatch} makes.
 */
@NullMarked
package dev.agentmailbox.service.webhook;

import org.jspecify.annotations.NullMarked;
