package dev.agentmailbox.http.shape;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Helpers for JSON Schema. */
final class Schemas {
  private Schemas() {}

  static ObjectNode typed(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /** The schema with null allowed too. */
  static ObjectNode orNull(ObjectNode schema) {
    JsonNode type = schema.get("type");
    if (type == null || !type.isString()) {
      ObjectNode either = JsonNodeFactory.instance.objectNode();
      either.putArray("anyOf").add(schema).add(typed("null"));
      return either;
    }
    ArrayNode types = schema.putArray("type");
    types.add(type.stringValue()).add("null");
    if (schema.get("enum") instanceof ArrayNode choices) {
      choices.addNull();
    }
    return schema;
  }

  /** A string or null without a union type: string keywords do not apply to null. */
  static void alsoNull(ObjectNode schema) {
    schema.remove("type");
    if (!schema.has("minLength")) {
      schema.put("minLength", 0);
    }
  }
}
