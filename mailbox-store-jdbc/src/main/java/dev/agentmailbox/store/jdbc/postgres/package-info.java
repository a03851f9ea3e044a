/** PostgreSQL: dialect, pools and start-up checks. Not here: tables and SQL of the mailbox. */
@NullMarked
package dev.agentmailbox.store.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
