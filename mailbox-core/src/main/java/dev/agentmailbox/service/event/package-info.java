/**
 * Events: the feed that is polled, the stream behind live connections, and the events of a send.
 * Not here: webhooks.
 */
@NullMarked
package dev.agentmailbox.service.event;

import org.jspecify.annotations.NullMarked;
