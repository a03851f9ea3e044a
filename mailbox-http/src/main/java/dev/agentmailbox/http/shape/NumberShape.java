package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Any number, for rates in responses. */
record NumberShape() implements Shape<Double> {
  @Override
  public @Nullable Double read(JsonNode node, String path, FieldProblems problems) {
    if (!node.isNumber()) {
      problems.add(path, "must be a number");
      return null;
    }
    return node.doubleValue();
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("number");
  }
}
