package dev.agentmailbox.error;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects everything that is wrong with a request, to answer all of it at once. Not thread safe.
 */
public final class FieldProblems {
  /** No answer lists more problems than this, however long the request was. */
  public static final int MAX_PROBLEMS = 100;

  /** A path is cut after this many characters: its names come from the caller. */
  public static final int MAX_PATH_CHARACTERS = 200;

  private final List<FieldProblem> found = new ArrayList<>(0);
  private @Nullable String fix;

  /** Says what helps, in the caller's terms; the first of several is shown. */
  public void fixedBy(String line) {
    if (fix == null) {
      fix = line;
    }
  }

  /**
   * Notes that a field is wrong.
   *
   * @param path as {@link FieldProblem#path}
   */
  public void add(String path, String message) {
    if (found.size() < MAX_PROBLEMS) {
      found.add(new FieldProblem(cut(path), message));
    }
  }

  /** A text that must not be longer than that, in code points. */
  public void maxLength(String path, @Nullable String value, int characters) {
    if (value != null && value.codePointCount(0, value.length()) > characters) {
      add(path, "must have at most " + characters + " characters");
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** What was found so far, in the order found. */
  public List<FieldProblem> all() {
    return List.copyOf(found);
  }

  /**
   * Refuses the request when anything was found.
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
