package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A list of values of one shape. */
record ListShape<T>(Shape<T> item, int min, int max) implements Shape<List<T>> {
  @Override
  public @Nullable List<T> read(JsonNode node, String path, FieldProblems problems) {
    return read(node, path, problems, false);
  }

  @Override
  public @Nullable List<T> readPartly(JsonNode node, String path, FieldProblems problems) {
    return read(node, path, problems, true);
  }

  private @Nullable List<T> read(
      JsonNode node, String path, FieldProblems problems, boolean partly) {
    if (!node.isArray()) {
      problems.add(path, "must be a list");
      return null;
    }
    if (node.size() < min || node.size() > max) {
      problems.add(path, sizeHint());
      return null;
    }
    List<T> items = new ArrayList<>(node.size());
    boolean good = true;
    for (int i = 0; i < node.size(); i++) {
      T value = item(node.get(i), path + "[" + i + "]", problems, partly);
      if (value == null) {
        good = false;
      } else {
        items.add(value);
      }
    }
    return good ? items : null;
  }

  private @Nullable T item(JsonNode node, String path, FieldProblems problems, boolean partly) {
    T value = null;
    if (node.isNull()) {
      problems.add(path, "must not be null");
    } else {
      value = partly ? item.readPartly(node, path, problems) : item.read(node, path, problems);
    }
    return value == null && partly ? item.placeholder() : value;
  }

  private String sizeHint() {
    if (min == 0) {
      return "must have at most " + max + " items";
    }
    return max == Integer.MAX_VALUE
        ? "must have at least " + min + " items"
        : "must have " + min + " to " + max + " items";
  }

  /**
   * Accepts {@code a,b}, a repeated parameter, or one JSON array (decisions, section 1, rule 3).
   */
  @Override
  public JsonNode fromText(List<String> texts) {
    if (texts.size() == 1 && texts.get(0).startsWith("[")) {
      try {
        JsonNode node = JsonMapper.shared().readTree(texts.get(0));
        if (node.isArray()) {
          return node;
        }
      } catch (JacksonException e) {
        // not JSON: an ordinary string that starts with a bracket
      }
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (String text : texts) {
      for (String part : text.split(",", -1)) {
        if (!part.isEmpty()) {
          list.add(part);
        }
      }
    }
    return list;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed("array");
    schema.set("items", item.schema(components));
    if (min > 0) {
      schema.put("minItems", min);
    }
    if (max < Integer.MAX_VALUE) {
      schema.put("maxItems", max);
    }
    return schema;
  }
}
