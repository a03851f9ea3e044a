/**
 * HTTP operations for events and webhooks, and their response objects. Not here: their
 * implementation.
 */
@NullMarked
package dev.agentmailbox.http.api.event;

import org.jspecify.annotations.NullMarked;
