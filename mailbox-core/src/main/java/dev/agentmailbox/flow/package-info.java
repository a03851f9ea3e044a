/** What both flows, in and out, share about threads and search words. Not here: decisions. */
@NullMarked
package dev.agentmailbox.flow;

import org.jspecify.annotations.NullMarked;
