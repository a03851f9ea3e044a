package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Any JSON object, as maps, lists, strings, numbers, booleans and nulls.
 *
 * @param maxBytes maximum size as compact JSON in UTF-8, in bytes
 */
record FreeObjectShape(int maxBytes) implements Shape<Map<String, @Nullable Object>> {
  @Override
  public @Nullable Map<String, @Nullable Object> read(
      JsonNode node, String path, FieldProblems problems) {
    if (!node.isObject()) {
      problems.add(path, "must be an object");
      return null;
    }
    if (node.toString().getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      problems.add(path, "must be at most " + maxBytes + " bytes as JSON");
      return null;
    }
    if (Nul.isIn(node)) {
      problems.add(path, Nul.REFUSAL);
      return null;
    }
    return PlainJson.map(node);
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("object").put("additionalProperties", true);
  }
}
