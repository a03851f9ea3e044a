/**
 * Export, import, mbox and verification of whole stores. Independent of individual tables, except
 * for referential integrity. Not here: opening stores.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.transfer;

import org.jspecify.annotations.NullMarked;
