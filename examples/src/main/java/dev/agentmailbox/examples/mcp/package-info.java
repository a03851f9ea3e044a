/** An MCP client. Not here: a model that chooses tools. */
@NullMarked
package dev.agentmailbox.examples.mcp;

import org.jspecify.annotations.NullMarked;
