/**
 * The operation table as tools of the Model Context Protocol, stateless, in both current and {@code
 * initialize} revisions, with some that exist for models only. Not here: what the other operations
 * do.
 */
@NullMarked
package dev.agentmailbox.http.mcp;

import org.jspecify.annotations.NullMarked;
