package dev.agentmailbox.error;

/**
 * A validation error of one field.
 *
 * @param path for example {@code to[0]}, {@code metadata}, {@code query.limit}, {@code
 *     header.Idempotency-Key}, or {@code body} for the whole body
 * @param message one line, without the offending value
 */
public record FieldProblem(String path, String message) {
  /** Whether one of the two paths is the other, or leads to a part of it. */
  public boolean touches(FieldProblem other) {
    return isWithin(path, other.path) || isWithin(other.path, path);
  }

  private static boolean isWithin(String part, String whole) {
    return part.startsWith(whole)
        && (part.length() == whole.length() || ".[".indexOf(part.charAt(whole.length())) >= 0);
  }
}
