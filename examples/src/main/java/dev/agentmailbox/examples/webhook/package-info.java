/** A webhook receiver. Not here: handling of events. */
@NullMarked
package dev.agentmailbox.examples.webhook;

import org.jspecify.annotations.NullMarked;
