/**
 * The journal of committed changes: its files, their records, reading them back. Not here: any SQL,
 * and when what is in the journal is in the database file too.
 */
@NullMarked
package dev.agentmailbox.store.h2.journal;

import org.jspecify.annotations.NullMarked;
