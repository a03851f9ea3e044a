/** Shared by all tables: statements, ranges, pages, times and dialects. Not here: any table. */
@NullMarked
package dev.agentmailbox.store.jdbc.sql;

import org.jspecify.annotations.NullMarked;
