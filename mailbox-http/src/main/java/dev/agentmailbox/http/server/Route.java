package dev.agentmailbox.http.server;

import dev.agentmailbox.http.table.Operation;

/** A row with everything that is made for it once. */
record Route(Operation operation, RequestReader reader, OperationMetrics metrics) {}
