/**
 * Whole stores in and out: export, import, mbox, verification. Knows no table by name but those
 * that say what belongs together; opening a store is elsewhere.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.transfer;

import org.jspecify.annotations.NullMarked;
