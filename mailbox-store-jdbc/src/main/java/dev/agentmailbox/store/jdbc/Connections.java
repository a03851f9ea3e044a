package dev.agentmailbox.store.jdbc;

import javax.sql.DataSource;

/**
 * Where connections come from. Two pools, because a burst of one kind of work must not take the
 * connections of the other. Each must be bounded and give up after a time limit.
 *
 * @param reading for reading transactions
 * @param writing for writing transactions; may be the same
 */
public record Connections(DataSource reading, DataSource writing) {}
