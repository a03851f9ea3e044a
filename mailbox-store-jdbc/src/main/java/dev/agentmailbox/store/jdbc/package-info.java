/**
 * The JDBC store and its schema; a package for transactions and one for the tables of each feature.
 * Not here: differences between databases beyond {@link dev.agentmailbox.store.jdbc.sql.Dialect},
 * and starting one.
 */
@NullMarked
package dev.agentmailbox.store.jdbc;

import org.jspecify.annotations.NullMarked;
