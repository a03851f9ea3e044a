/** A receiver of events. Not here: what is done with them. */
@NullMarked
package dev.agentmailbox.examples.webhook;

import org.jspecify.annotations.NullMarked;
