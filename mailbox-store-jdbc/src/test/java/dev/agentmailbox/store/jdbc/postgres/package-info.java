/** Tests against a real PostgreSQL, and how one is started. Not here: the promises themselves. */
@NullMarked
package dev.agentmailbox.store.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
