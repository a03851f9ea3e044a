package dev.agentmailbox.http.table;

import dev.agentmailbox.error.FieldProblem;
import java.util.List;
import java.util.function.Function;

/**
 * What an operation does with a request that was read without a problem. Runs on a worker thread
 * and may block; must be thread safe. Refuses with {@link dev.agentmailbox.error.MailboxException}.
 *
 * <p>The core's operation checks the scope first ({@code not_found}) and the permission second
 * ({@code missing_permission}); the row's permission is what documents and tool lists show.
 */
@FunctionalInterface
public interface Handler {
  Response handle(Request call);

  /**
   * What is wrong with the values of a request that is refused for its form already, so that the
   * caller learns both at once. The call may lack required fields; nothing is looked up or changed.
   */
  default List<FieldProblem> problems(Request call) {
    return List.of();
  }

  /** A handler with what it finds wrong in the values of fields. */
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
