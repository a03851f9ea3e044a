/** Transactional maps and indexes for the in-memory tables. Not here: the tables. */
@NullMarked
package dev.agentmailbox.memory.rows;

import org.jspecify.annotations.NullMarked;
