/** Counts by day. Not here: limits that are judged by them. */
@NullMarked
package dev.agentmailbox.usage;

import org.jspecify.annotations.NullMarked;
