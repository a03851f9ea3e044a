/**
 * HTTP operations for inboxes, messages, threads, lists and policies, and their response objects.
 * Not here: their implementation.
 */
@NullMarked
package dev.agentmailbox.http.api.message;

import org.jspecify.annotations.NullMarked;
