/**
 * The embedded H2 store: dialect, recovery, integrity check and durability. Not here: any other
 * SQL.
 */
@NullMarked
package dev.agentmailbox.store.h2;

import org.jspecify.annotations.NullMarked;
