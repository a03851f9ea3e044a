package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.table.IdempotencyClaim;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts the arguments of a tool into the equivalent REST call. */
final class ToolArguments {
  private static final int MAX_KEY_CHARACTERS = 255;

  private final Tool tool;
  private final FieldProblems problems = new FieldProblems();

  private ToolArguments(Tool tool) {
    this.tool = tool;
  }

  /**
   * Converts arguments.
   *
   * @param outer the call of {@code /mcp}
   * @throws dev.agentmailbox.error.MailboxException {@code validation_error} with every problem
   */
  static Request read(Tool tool, ObjectNode arguments, Request outer) {
    return new ToolArguments(tool).read(arguments, outer);
  }

  private Request read(ObjectNode arguments, Request outer) {
    Operation operation = tool.operation();
    List<Field<?>> parameters = operation.parameters();
    Input.Builder outside = new Input.Builder(parameters);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    arguments.properties().forEach(member -> body.set(member.getKey(), member.getValue()));
    for (int i = 0; i < parameters.size(); i++) {
      parameter(parameters.get(i), body.remove(parameters.get(i).name()), i, outside);
    }
    clearEmpty(operation, body);
    String key = key(body.remove(Tool.IDEMPOTENCY_KEY));
    Input given = outside.build();
    Input inside = operation.body().readPartly(body, "", problems);
    Request call =
        new Request(
            operation,
            outer.requestId(),
            outer.origin(),
            new Request.Content(given, inside, body),
            key == null || !problems.isEmpty()
                ? null
                : IdempotencyClaim.of(
                    operation, outer.origin(), given, key, StrictJson.canonicalHash(body)));
    call.refuseIfWrong(problems);
    return call;
  }

  /** Tool schemas have one type per value, so null is written as an empty string. */
  private static void clearEmpty(Operation operation, ObjectNode body) {
    for (Field<?> field : operation.body().fields()) {
      JsonNode given = body.get(field.name());
      if (field.isNullable()
          && given != null
          && given.isString()
          && given.stringValue().isEmpty()) {
        body.putNull(field.name());
      }
    }
  }

  private void parameter(
      Field<?> field, @Nullable JsonNode given, int index, Input.Builder outside) {
    if (given == null || given.isNull()) {
      if (field.isRequired()) {
        problems.add(field.name(), "is required");
      }
      return;
    }
    Object value = field.shape().read(given, field.name(), problems);
    if (value != null) {
      outside.put(index, value);
    }
  }

  private @Nullable String key(@Nullable JsonNode given) {
    Operation operation = tool.operation();
    if (given == null) {
      if (operation.requiresIdempotencyKey()) {
        problems.add(Tool.IDEMPOTENCY_KEY, "is required");
      }
      return null;
    }
    String key = given.isString() ? given.stringValue() : "";
    boolean visible = key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    if (!operation.acceptsIdempotencyKey()) {
      problems.add(Tool.IDEMPOTENCY_KEY, "is not a field of this request");
    } else if (key.isEmpty() || key.length() > MAX_KEY_CHARACTERS || !visible) {
      problems.add(
          Tool.IDEMPOTENCY_KEY, "must be 1 to " + MAX_KEY_CHARACTERS + " visible ASCII characters");
    }
    return key;
  }
}
