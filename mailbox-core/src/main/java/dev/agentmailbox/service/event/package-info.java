/** Events: the polled feed, the live stream, and the events of sends. Not here: webhooks. */
@NullMarked
package dev.agentmailbox.service.event;

import org.jspecify.annotations.NullMarked;
