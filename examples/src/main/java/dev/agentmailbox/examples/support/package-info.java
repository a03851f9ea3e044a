/** A support agent with approvals, on a server. Not here: a model that writes the replies. */
@NullMarked
package dev.agentmailbox.examples.support;

import org.jspecify.annotations.NullMarked;
