package dev.agentmailbox.error;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the validation errors of a request, to report them together. Not thread safe. */
public final class FieldProblems {
  /** Most problems reported; further ones are dropped. */
  public static final int MAX_PROBLEMS = 100;

  /** Paths are truncated to this length, because they may contain names chosen by the caller. */
  public static final int MAX_PATH_CHARACTERS = 200;

  private final List<FieldProblem> found = new ArrayList<>(0);
  private @Nullable String fix;

  /** Sets the hint shown with the error; the first one set is kept. */
  public void fixedBy(String line) {
    if (fix == null) {
      fix = line;
    }
  }

  /**
   * Adds a problem.
   *
   * @param path as {@link FieldProblem#path}
   */
  public void add(String path, String message) {
    if (found.size() < MAX_PROBLEMS) {
      found.add(new FieldProblem(cut(path), message));
    }
  }

  /** Checks the length of a text, in code points; null is accepted. */
  public void maxLength(String path, @Nullable String value, int characters) {
    if (value != null && value.codePointCount(0, value.length()) > characters) {
      add(path, "must have at most " + characters + " characters");
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** The problems found so far, in order. */
  public List<FieldProblem> all() {
    return List.copyOf(found);
  }

  /**
   * Throws if any problem was found.
   *
   * @throws MailboxException {@code validation_error}
   */
  public void refuseIfAny() {
    if (!found.isEmpty()) {
      MailboxException refusal = MailboxException.validation(found);
      throw fix == null ? refusal : refusal.fixedBy(fix);
    }
  }

  private static String cut(String path) {
    return path.length() <= MAX_PATH_CHARACTERS
        ? path
        : path.substring(0, MAX_PATH_CHARACTERS) + "…";
  }
}
