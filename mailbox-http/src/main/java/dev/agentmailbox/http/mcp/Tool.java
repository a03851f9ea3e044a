package dev.agentmailbox.http.mcp;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.http.shape.Components;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Trait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An operation as a tool. Immutable and thread safe.
 *
 * @param description as returned by {@code tools/list}; must not be modified
 * @param showsStrangers whether a result can contain untrusted text
 */
record Tool(String name, Operation operation, ObjectNode description, boolean showsStrangers) {
  /** The argument that replaces the header {@code Idempotency-Key}. */
  static final String IDEMPOTENCY_KEY = "idempotency_key";

  private static final int MAX_KEY_CHARACTERS = 255;

  static Tool of(String name, Operation operation, boolean showsStrangers) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", name);
    node.put("title", title(name));
    node.put("description", ToolTexts.of(name));
    node.set("inputSchema", input(operation));

    node.set("annotations", annotations(name, operation, showsStrangers));
    Tool tool = new Tool(name, operation, node, showsStrangers);
    node.set("outputSchema", tool.output());
    return tool;
  }

  /** Whether the caller has the permissions of the operation. */
  boolean isFor(Caller caller) {
    return operation.permissions().stream().allMatch(caller::may);
  }

  /** The schema of a result, if the operation declares one. */
  Optional<Shape<?>> answer() {
    return operation.answers().stream()
        .<Shape<?>>mapMulti(
            (answer, found) -> {
              if (answer.shape() != null) {
                found.accept(answer.shape());
              }
            })
        .findFirst();
  }

  /** The fields of path, query and body, which are all arguments. */
  List<Field<?>> fields() {
    return fields(operation);
  }

  private static List<Field<?>> fields(Operation operation) {
    List<Field<?>> fields = new ArrayList<>(operation.parameters());
    fields.addAll(operation.body().fields());
    return fields;
  }

  /** The names of all arguments, in the order of the schema. */
  Collection<String> arguments() {
    return description.path("inputSchema").path("properties").propertyNames();
  }

  private static String title(String name) {
    String words = name.replace('_', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static ObjectNode input(Operation operation) {
    Components components = Components.flat();
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    List<String> required = new ArrayList<>();
    for (Field<?> field : fields(operation)) {
      properties.set(field.name(), field.schema(components));
      if (field.isRequired()) {
        required.add(field.name());
      }
    }
    if (operation.acceptsIdempotencyKey()) {
      properties
          .putObject(IDEMPOTENCY_KEY)
          .put("type", "string")
          .put("minLength", 1)
          .put("maxLength", MAX_KEY_CHARACTERS)
          .put(
              "description",
              "Choose a new value for each action; reuse it when you retry the call.");
      if (operation.is(Trait.REQUIRES_IDEMPOTENCY_KEY)) {
        required.add(IDEMPOTENCY_KEY);
      }
    }
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(names::add);
    }
    return schema.put("additionalProperties", false);
  }

  private ObjectNode output() {
    return answer()
        .map(shape -> shape.schema(Components.flat()))
        .orElseGet(() -> JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  /** The world is open where text of third parties comes in or mail goes out. */
  private static ObjectNode annotations(String name, Operation operation, boolean showsStrangers) {
    boolean reads =
        operation.method() == HttpMethod.GET
            || (operation.method() == HttpMethod.POST && !operation.acceptsIdempotencyKey());
    boolean deletes = operation.method() == HttpMethod.DELETE || name.startsWith("cancel_");
    boolean sends = operation.is(Trait.REQUIRES_IDEMPOTENCY_KEY);
    return JsonNodeFactory.instance
        .objectNode()
        .put("title", title(name))
        .put("readOnlyHint", reads)
        .put("destructiveHint", deletes || sends)
        .put("idempotentHint", operation.method() != HttpMethod.POST || !reads)
        .put("openWorldHint", showsStrangers || sends);
  }
}
