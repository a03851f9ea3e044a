/** May this mail leave: twelve checks in the order of the specification. Not here: delivery. */
@NullMarked
package dev.agentmailbox.flow.release;

import org.jspecify.annotations.NullMarked;
