/**
 * What became of mail after it was handed over: reports are read, judged and recorded. Not here:
 * the hand-over itself, and what bounces mean for an organization that causes many.
 */
@NullMarked
package dev.agentmailbox.flow.outcome;

import org.jspecify.annotations.NullMarked;
