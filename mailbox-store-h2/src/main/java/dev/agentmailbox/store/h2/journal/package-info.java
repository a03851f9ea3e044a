/**
 * The journal of committed changes: files, record format and reading. Not here: SQL and
 * checkpoints.
 */
@NullMarked
package dev.agentmailbox.store.h2.journal;

import org.jspecify.annotations.NullMarked;
