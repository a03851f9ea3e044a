package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A list of values of one shape. */
record ListShape<T>(Shape<T> item, int min, int max) implements Shape<List<T>> {
  @Override
  public @Nullable List<T> read(JsonNode node, String path, FieldProblems problems) {
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
      String itemPath = path + "[" + i + "]";
      T value = null;
      if (node.get(i).isNull()) {
        problems.add(itemPath, "must not be null");
      } else {
        value = item.read(node.get(i), itemPath, problems);
      }
      if (value == null) {
        good = false;
      } else {
        items.add(value);
      }
    }
    return good ? items : null;
  }

  private String sizeHint() {
    if (min == 0) {
      return "must have at most " + max + " items";
    }
    return max == Integer.MAX_VALUE
        ? "must have at least " + min + " items"
        : "must have " + min + " to " + max + " items";
  }

  @Override
  public JsonNode fromText(List<String> texts) {
    return QueryLists.split(texts);
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
