/** Mail of the service itself to its humans. Not here: mail of agents, and what a code opens. */
@NullMarked
package dev.agentmailbox.flow.notice;

import org.jspecify.annotations.NullMarked;
