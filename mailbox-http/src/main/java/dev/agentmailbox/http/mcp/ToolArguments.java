package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.HostValues;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.table.IdempotencyClaim;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Trait;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
    nameKnownFields(arguments);
    ObjectNode body = HostValues.members(arguments, tool.fields());
    for (int i = 0; i < parameters.size(); i++) {
      parameter(parameters.get(i), body.remove(parameters.get(i).name()), i, outside);
    }
    String key = key(body.remove(Tool.IDEMPOTENCY_KEY));
    Input inside = operation.body().readPartly(body, "", problems);
    Input parameterValues = outside.build();
    IdempotencyClaim claim =
        key == null || !problems.isEmpty()
            ? null
            : IdempotencyClaim.of(
                operation, outer.origin(), parameterValues, key, StrictJson.canonicalHash(body));
    Request call =
        new Request(
            operation,
            outer.requestId(),
            outer.origin(),
            new Request.Content(parameterValues, inside, body),
            claim);
    call.refuseIfWrong(problems);
    return call;
  }

  private void nameKnownFields(ObjectNode arguments) {
    Collection<String> known = tool.arguments();
    if (!known.containsAll(arguments.propertyNames())) {
      problems.fixedBy(
          known.isEmpty()
              ? "This request has no fields."
              : "Known fields: " + String.join(", ", known) + ".");
    }
  }

  private void parameter(
      Field<?> field, @Nullable JsonNode given, int index, Input.Builder outside) {
    if (given == null) {
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
    String key = given != null && given.isString() ? given.stringValue() : "";
    if (given == null || given.isNull() || (given.isString() && key.isEmpty())) {
      if (operation.is(Trait.REQUIRES_IDEMPOTENCY_KEY)) {
        problems.add(Tool.IDEMPOTENCY_KEY, "is required");
      }
      return null;
    }
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
