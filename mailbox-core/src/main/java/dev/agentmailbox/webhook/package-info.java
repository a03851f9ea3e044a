/**
 * Webhook endpoints: where they may point, what they are told, how it is signed and tried again.
 * Not here: the work of delivering, and HTTP.
 */
@NullMarked
package dev.agentmailbox.webhook;

import org.jspecify.annotations.NullMarked;
