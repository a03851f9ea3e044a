package dev.agentmailbox.http;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.docs.ProblemShape;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.ResponseSpec;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks answers against the operation table: a body must have the shape its row declares, with no
 * member that is not described, and every refusal must be a problem document with a code of its
 * row. For the tests of any module. Thread safe.
 */
public final class AnswerChecker {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int FIRST_REFUSAL = 400;
  private static final Pattern KEY = Pattern.compile("(?i)\\b(?:api )?keys?\\b");

  private final OperationTable table;

  public AnswerChecker(OperationTable table) {
    this.table = table;
  }

  /**
   * Checks one answer.
   *
   * @param method as sent; HEAD is not checked
   * @param target path and query, or the whole address
   * @param body of the answer
   * @throws AssertionError when the answer is not one that its row describes
   */
  public void check(String method, String target, int status, String body) {
    String path = URI.create(target).getPath();
    Operation row = row(method, path);
    if (status >= FIRST_REFUSAL) {
      String code = problem(method + " " + path, status, body);
      if (row != null && row.isDocumented() && !codes(row).contains(code)) {
        throw new AssertionError(row.id() + " does not declare " + code + "\n" + body);
      }
    } else if (row != null) {
      answer(row, status, body);
    }
  }

  private @Nullable Operation row(String method, String path) {
    List<String> segments = Arrays.asList(path.substring(1).split("/", -1));
    var match = table.router().find(path.equals("/") ? List.of() : segments);
    return match == null ? null : match.row(method);
  }

  private static void answer(Operation row, int status, String body) {
    ResponseSpec answer =
        row.answer(status)
            .orElseThrow(() -> new AssertionError(row.id() + " does not describe " + status));
    if (answer.shape() == null) {
      return;
    }
    FieldProblems problems = new FieldProblems();
    answer.shape().read(JSON.readTree(body), "", problems);
    if (!problems.isEmpty()) {
      throw new AssertionError(row.id() + " answered otherwise: " + problems.all() + "\n" + body);
    }
  }

  private static List<String> codes(Operation row) {
    return row.errors().stream().map(ErrorCode::wireName).toList();
  }

  /**
   * Checks that a refusal of a signed-in human does not speak of keys, which people do not use.
   *
   * @throws AssertionError when a text mentions a key on a path that is not about keys
   */
  public static void checkWordsForHumans(String path, String body) {
    if (path.contains("api-keys") || !body.startsWith("{")) {
      return;
    }
    JsonNode problem = JSON.readTree(body);
    for (String text : List.of("detail", "message", "fix")) {
      String words = problem.path(text).asString("").replace("Idempotency-Key", "");
      if (KEY.matcher(words).find()) {
        throw new AssertionError("a human is told of a key: " + text + ": " + words);
      }
    }
  }

  /** The code of a problem document. */
  private static String problem(String request, int status, String body) {
    FieldProblems problems = new FieldProblems();
    JsonNode json = JSON.readTree(body);
    ProblemShape.shape().read(json, "", problems);
    if (!problems.isEmpty() || json.get("status").intValue() != status) {
      throw new AssertionError(request + " was refused otherwise: " + problems.all() + "\n" + body);
    }
    return json.get("code").stringValue();
  }
}
