/** Delivery of events to webhook endpoints, at least once. Not here: the HTTP client. */
@NullMarked
package dev.agentmailbox.service.webhook.dispatch;

import org.jspecify.annotations.NullMarked;
