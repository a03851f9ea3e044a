/** Callers and their permissions. Not here: how credentials are transmitted. */
@NullMarked
package dev.agentmailbox.access;

import org.jspecify.annotations.NullMarked;
