package dev.agentmailbox.http.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Converts between JSON and plain Java values, for metadata of callers. */
public final class PlainJson {
  private PlainJson() {}

  /** An object as an ordered map. */
  static Map<String, @Nullable Object> map(JsonNode object) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      map.put(member.getKey(), value(member.getValue()));
    }
    return map;
  }

  private static @Nullable Object value(JsonNode node) {
    if (node.isNull()) {
      return null;
    } else if (node.isObject()) {
      return map(node);
    } else if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>(node.size());
      node.forEach(item -> list.add(value(item)));
      return list;
    } else if (node.isBoolean()) {
      return node.booleanValue();
    } else if (node.isNumber()) {
      return node.numberValue();
    }
    return node.stringValue();
  }

  /**
   * Writes a plain value.
   *
   * @throws IllegalArgumentException for a value that is not a map, iterable, string, number,
   *     boolean, enum or null
   */
  public static void write(JsonGenerator out, @Nullable Object value) {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof CharSequence || value instanceof Enum<?>) {
      out.writeString(value.toString());
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Integer || value instanceof Long) {
      out.writeNumber(((Number) value).longValue());
    } else if (value instanceof java.math.BigInteger whole) {
      out.writeNumber(whole);
    } else if (value instanceof java.math.BigDecimal number) {
      out.writeNumber(number);
    } else if (value instanceof Number number) {
      out.writeNumber(number.doubleValue());
    } else if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      map.forEach(
          (name, member) -> {
            out.writeName(String.valueOf(name));
            write(out, member);
          });
      out.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      out.writeStartArray();
      list.forEach(item -> write(out, item));
      out.writeEndArray();
    } else {
      throw new IllegalArgumentException("not a plain value: " + value.getClass().getName());
    }
  }
}
