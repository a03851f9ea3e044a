/** Events of an organization. Not here: the channels that deliver them. */
@NullMarked
package dev.agentmailbox.event;

import org.jspecify.annotations.NullMarked;
