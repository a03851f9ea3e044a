/** What happened, as told to the agent. Not here: the channels that carry it. */
@NullMarked
package dev.agentmailbox.event;

import org.jspecify.annotations.NullMarked;
