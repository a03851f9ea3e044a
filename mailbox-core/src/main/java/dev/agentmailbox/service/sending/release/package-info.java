/** The release step: twelve checks in the order of the specification. Not here: delivery. */
@NullMarked
package dev.agentmailbox.service.sending.release;

import org.jspecify.annotations.NullMarked;
