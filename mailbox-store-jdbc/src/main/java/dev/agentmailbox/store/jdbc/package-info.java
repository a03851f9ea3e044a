/**
 * The JDBC store: transactions, migrations, and a class per table. Not here: differences between
 * databases beyond {@link dev.agentmailbox.store.jdbc.sql.Dialect}, and starting one.
 */
@NullMarked
package dev.agentmailbox.store.jdbc;

import org.jspecify.annotations.NullMarked;
