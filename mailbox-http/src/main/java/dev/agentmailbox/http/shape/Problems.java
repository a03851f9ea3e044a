package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects everything that is wrong with one request. Not thread safe. */
public final class Problems {
  /** No answer lists more problems than this, however long the request was. */
  static final int MAX_PROBLEMS = 100;

  /** A path is cut after this many characters: its names come from the caller. */
  static final int MAX_PATH_CHARACTERS = 200;

  private final List<FieldProblem> found = new ArrayList<>(0);
  private @Nullable String fix;

  /** Says what helps, in the caller's terms; the first of several is shown. */
  public void fixedBy(String line) {
    if (fix == null) {
      fix = line;
    }
  }

  /** Notes that the value at {@code path} is wrong. */
  public void add(String path, String message) {
    if (found.size() < MAX_PROBLEMS) {
      found.add(new FieldProblem(cut(path), message));
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** What was found so far, in the order found. */
  public List<FieldProblem> all() {
    return List.copyOf(found);
  }

  /** Refuses the request with {@code validation_error} when anything was found. */
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
