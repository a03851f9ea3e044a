/** Daily counters. Not here: the limits based on them. */
@NullMarked
package dev.agentmailbox.usage;

import org.jspecify.annotations.NullMarked;
