/** A client of the tools. Not here: a model that picks them. */
@NullMarked
package dev.agentmailbox.examples.mcp;

import org.jspecify.annotations.NullMarked;
