/**
 * Delivers events to webhook endpoints, at least once and in order. Not here: the HTTP client that
 * posts.
 */
@NullMarked
package dev.agentmailbox.service.webhook.dispatch;

import org.jspecify.annotations.NullMarked;
