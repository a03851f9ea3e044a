/** Undoable maps and indexes, of which the tables in memory are made. Not here: any table. */
@NullMarked
package dev.agentmailbox.memory.rows;

import org.jspecify.annotations.NullMarked;
