package dev.agentmailbox.http.shape;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings tool arguments to the form of a REST request. Hosts of models fill in every declared
 * option: one that is not set is null or an empty string, and an integer may be written as {@code
 * 5.0}, which is an integer in JSON Schema. Strings stay strings and numbers numbers.
 */
public final class HostValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private HostValues() {}

  /**
   * The members that are set. Null is left out everywhere. An empty string is left out of optional
   * fields, except that it clears a nullable one, whose schema has no null. Unknown members are
   * kept.
   */
  public static ObjectNode members(JsonNode given, List<Field<?>> fields) {
    Map<String, Field<?>> known = new HashMap<>();
    fields.forEach(field -> known.put(field.name(), field));
    ObjectNode members = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : given.properties()) {
      Field<?> field = known.get(member.getKey());
      JsonNode value = field == null ? member.getValue() : value(member.getValue(), field);
      if (value != null) {
        members.set(member.getKey(), value);
      }
    }
    return members;
  }

  /** The value; null when it is not set. */
  private static @Nullable JsonNode value(JsonNode given, Field<?> field) {
    if (given.isNull()) {
      return null;
    }
    if (given.isString() && given.stringValue().isEmpty()) {
      if (field.isNullable()) {
        return NODES.nullNode();
      }
      return field.isRequired() ? given : null;
    }
    return value(given, field.shape());
  }

  private static JsonNode value(JsonNode given, Shape<?> shape) {
    if (shape instanceof IntegerShape && given.isFloatingPointNumber()) {
      return integer(given);
    } else if (shape instanceof ListShape<?> list && given.isArray()) {
      ArrayNode items = NODES.arrayNode();
      given.forEach(item -> items.add(value(item, list.item())));
      return items;
    } else if (shape instanceof ObjectShape object && given.isObject()) {
      return members(given, object.fields());
    }
    return given;
  }

  private static JsonNode integer(JsonNode given) {
    double value = given.doubleValue();
    boolean exact = value == Math.rint(value) && Math.abs(value) <= IntegerShape.MAX_EXACT;
    return exact ? LongNode.valueOf((long) value) : given;
  }
}
