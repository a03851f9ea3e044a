/**
 * The operation table as tools of the Model Context Protocol, stateless, in both current and {@code
 * initialize} revisions. Not here: what the operations do.
 */
@NullMarked
package dev.agentmailbox.http.mcp;

import org.jspecify.annotations.NullMarked;
