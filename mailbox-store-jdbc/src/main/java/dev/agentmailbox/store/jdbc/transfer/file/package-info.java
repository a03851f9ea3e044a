/**
 * The files of an export and of a backup: lines, sums, manifest, damage. Not here: the database.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.transfer.file;

import org.jspecify.annotations.NullMarked;
