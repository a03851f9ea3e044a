package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A list of strings; a single string is accepted as a list of one. */
record TextsShape(ListShape<String> list) implements Shape<List<String>> {
  @Override
  public @Nullable List<String> read(JsonNode node, String path, FieldProblems problems) {
    return node.isArray() ? list.read(node, path, problems) : one(node, path, problems);
  }

  @Override
  public @Nullable List<String> readPartly(JsonNode node, String path, FieldProblems problems) {
    return node.isArray() ? list.readPartly(node, path, problems) : one(node, path, problems);
  }

  private @Nullable List<String> one(JsonNode node, String path, FieldProblems problems) {
    if (!node.isString()) {
      problems.add(path, "must be a list of strings");
      return null;
    }
    String only = list.item().read(node, path, problems);
    return only == null ? null : List.of(only);
  }

  @Override
  public JsonNode fromText(List<String> texts) {
    return list.fromText(texts);
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public ObjectNode schema(Components components) {
    if (components.isFlat()) {
      return list.schema(components);
    }
    ObjectNode schema = Schemas.typed("array");
    schema.remove("type");
    schema.putArray("oneOf").add(list.schema(components)).add(list.item().schema(components));
    return schema;
  }
}
