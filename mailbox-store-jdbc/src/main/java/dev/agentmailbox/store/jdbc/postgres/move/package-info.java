/** Moves one organization from a PostgreSQL database to another while servers run on both. */
@NullMarked
package dev.agentmailbox.store.jdbc.postgres.move;

import org.jspecify.annotations.NullMarked;
