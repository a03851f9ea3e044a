package dev.agentmailbox.http.server;

import dev.agentmailbox.http.table.Operation;

/** A row with the objects created once for it. */
record Route(Operation operation, RequestReader reader, HttpMetrics.OfOperation metrics) {}
