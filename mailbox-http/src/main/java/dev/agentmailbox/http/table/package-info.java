/**
 * The operation table: one row for each operation, as plain values. Not here: sockets, and what an
 * operation does.
 */
@NullMarked
package dev.agentmailbox.http.table;

import org.jspecify.annotations.NullMarked;
