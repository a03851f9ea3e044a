/**
 * The embedded H2 database: its dialect, its start with an integrity check, its durability. Not
 * here: any other SQL.
 */
@NullMarked
package dev.agentmailbox.store.h2;

import org.jspecify.annotations.NullMarked;
