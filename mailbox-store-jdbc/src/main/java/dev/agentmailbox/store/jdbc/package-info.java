/**
 * All SQL of the store: a class for each group of tables, migrations, transactions. Not here: what
 * differs between databases beyond {@link dev.agentmailbox.store.jdbc.Dialect}, and how one is
 * started.
 */
@NullMarked
package dev.agentmailbox.store.jdbc;

import org.jspecify.annotations.NullMarked;
