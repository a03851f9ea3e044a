/** Outbound mail, as records. Not here: policy checks and delivery. */
@NullMarked
package dev.agentmailbox.sending;

import org.jspecify.annotations.NullMarked;
