package dev.agentmailbox.http.table;

import dev.agentmailbox.error.FieldProblem;
import java.util.List;
import java.util.function.Function;

/**
 * Handles a valid request of an operation. Runs on a worker thread and may block; must be thread
 * safe. Refuses with {@link dev.agentmailbox.error.MailboxException}.
 *
 * <p>The core's operation checks the scope first ({@code not_found}) and the permission second
 * ({@code missing_permission}); the row's permission is what documents and tool lists show.
 */
@FunctionalInterface
public interface Handler {
  Response handle(Request call);

  /**
   * Validates the values of a request that is already refused for its form, so that both kinds of
   * problems are reported together. The call may lack required fields; must not read or change
   * anything.
   */
  default List<FieldProblem> problems(Request call) {
    return List.of();
  }

  /** A handler with a validation of field values. */
  static Handler of(Handler plain, Function<Request, List<FieldProblem>> problems) {
    return new Handler() {
      @Override
      public Response handle(Request call) {
        return plain.handle(call);
      }

      @Override
      public List<FieldProblem> problems(Request call) {
        return problems.apply(call);
      }
    };
  }
}
