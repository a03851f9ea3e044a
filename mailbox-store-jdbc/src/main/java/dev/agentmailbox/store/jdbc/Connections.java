package dev.agentmailbox.store.jdbc;

import javax.sql.DataSource;

/**
 * The connection pools: separate for reads and writes, so that a burst of one cannot starve the
 * other. Each must be bounded and have an acquisition timeout.
 *
 * @param reading for read transactions
 * @param writing for write transactions; may be the same
 */
public record Connections(DataSource reading, DataSource writing) {}
