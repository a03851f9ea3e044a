/**
 * Webhook endpoints: allowed targets, event filters, signatures and retry schedule. Not here: the
 * dispatcher, and HTTP.
 */
@NullMarked
package dev.agentmailbox.webhook;

import org.jspecify.annotations.NullMarked;
