package dev.agentmailbox.error;

/**
 * One thing wrong with one field of a request.
 *
 * @param path where, for example {@code to[0]}, {@code metadata}, {@code query.limit}, {@code
 *     header.Idempotency-Key}, or {@code body} for the whole body
 * @param message what is wrong, one line, without the offending value
 */
public record FieldProblem(String path, String message) {}
