/**
 * What all tables use: statements, ranges, pages, times, and what differs between databases. Not
 * here: any table.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.sql;

import org.jspecify.annotations.NullMarked;
