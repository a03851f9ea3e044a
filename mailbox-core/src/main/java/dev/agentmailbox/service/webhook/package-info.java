/** Management of webhook endpoints. Not here: deliveries, see {@code dispatch}. */
@NullMarked
package dev.agentmailbox.service.webhook;

import org.jspecify.annotations.NullMarked;
