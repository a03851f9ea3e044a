package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code true} or {@code false}, in a query as in a body. */
record BooleanShape() implements Shape<Boolean> {
  @Override
  public @Nullable Boolean read(JsonNode node, String path, FieldProblems problems) {
    if (!node.isBoolean()) {
      problems.add(path, "must be true or false");
      return null;
    }
    return node.booleanValue();
  }

  @Override
  public JsonNode fromText(List<String> texts) {
    return switch (texts.get(texts.size() - 1)) {
      case "true" -> BooleanNode.TRUE;
      case "false" -> BooleanNode.FALSE;
      default -> Shape.super.fromText(texts);
    };
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("boolean");
  }
}
