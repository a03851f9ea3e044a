package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One of a fixed set of strings, each standing for a value. The map keeps its order. */
record ChoiceShape<T>(Map<String, T> choices) implements Shape<T> {
  @Override
  public @Nullable T read(JsonNode node, String path, FieldProblems problems) {
    T choice = node.isString() ? choices.get(node.stringValue()) : null;
    if (choice == null) {
      problems.add(path, "must be one of " + String.join(", ", choices.keySet()));
    }
    return choice;
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed("string");
    ArrayNode values = schema.putArray("enum");
    choices.keySet().forEach(values::add);
    return schema;
  }
}
