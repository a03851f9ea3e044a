package dev.agentmailbox.http.shape;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The named object schemas of a document, each printed once and referred to by name. Not thread
 * safe.
 */
public final class Components {
  private final Map<String, ObjectShape> shapes = new TreeMap<>();
  private final Map<String, ObjectNode> schemas = new TreeMap<>();
  private final String prefix;

  private Components(String prefix) {
    this.prefix = prefix;
  }

  /** References such as {@code #/components/schemas/Inbox}, as OpenAPI has them. */
  public static Components openApi() {
    return new Components("#/components/schemas/");
  }

  /** No references: every object is printed where it is used, as MCP clients like it. */
  public static Components inline() {
    return new Components("");
  }

  /** Whether schemas must be flat: one type for each value. */
  boolean isInline() {
    return prefix.isEmpty();
  }

  /**
   * A reference to the object, or the object itself.
   *
   * @throws IllegalStateException when two different objects have one name
   */
  ObjectNode refer(ObjectShape shape) {
    if (prefix.isEmpty() || shape.name().isEmpty()) {
      return shape.print(this);
    }
    ObjectShape known = shapes.putIfAbsent(shape.name(), shape);
    if (known == null) {
      schemas.put(shape.name(), shape.print(this));
    } else if (!known.fields().equals(shape.fields())) {
      throw new IllegalStateException("two different objects are named " + shape.name());
    }
    return JsonNodeFactory.instance.objectNode().put("$ref", prefix + shape.name());
  }

  /** Every named object met so far, by name. */
  public Map<String, ObjectShape> shapes() {
    return shapes;
  }

  /** Every named schema met so far, by name. */
  public Map<String, ObjectNode> schemas() {
    return schemas;
  }
}
