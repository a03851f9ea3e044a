/**
 * The operation table as tools of the Model Context Protocol, stateless and in both its eras. Not
 * here: what the operations do.
 */
@NullMarked
package dev.agentmailbox.http.mcp;

import org.jspecify.annotations.NullMarked;
