/**
 * What brings events to the agent by itself: webhooks, and the stream behind live connections. Not
 * here: the HTTP client that posts, and polling, which the agent asks for.
 */
@NullMarked
package dev.agentmailbox.flow.channel;

import org.jspecify.annotations.NullMarked;
