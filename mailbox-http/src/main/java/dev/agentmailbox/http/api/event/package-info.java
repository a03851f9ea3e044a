/**
 * Operations on events and webhooks as rows, and the objects they answer. Not here: what an
 * operation does.
 */
@NullMarked
package dev.agentmailbox.http.api.event;

import org.jspecify.annotations.NullMarked;
