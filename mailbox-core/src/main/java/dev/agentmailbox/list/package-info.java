/** Allow and block lists. Not here: where they are enforced. */
@NullMarked
package dev.agentmailbox.list;

import org.jspecify.annotations.NullMarked;
