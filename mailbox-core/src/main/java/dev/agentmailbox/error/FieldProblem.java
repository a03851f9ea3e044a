package dev.agentmailbox.error;

/**
 * A validation error of one field.
 *
 * @param path for example {@code to[0]}, {@code metadata}, {@code query.limit}, {@code
 *     header.Idempotency-Key}, or {@code body} for the whole body
 * @param message one line, without the offending value
 */
public record FieldProblem(String path, String message) {}
