package dev.agentmailbox.http.shape;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The named object schemas of a document, each defined once and referenced by name. Not thread
 * safe.
 */
public final class Components {
  private final Map<String, ObjectShape> shapes = new TreeMap<>();
  private final Map<String, ObjectNode> schemas = new TreeMap<>();
  private final String prefix;
  private final boolean flat;

  private Components(String prefix, boolean flat) {
    this.prefix = prefix;
    this.flat = flat;
  }

  /** With references such as {@code #/components/schemas/Inbox}, for OpenAPI. */
  public static Components openApi() {
    return new Components("#/components/schemas/", false);
  }

  /** Without references: every object is inlined. */
  public static Components inline() {
    return new Components("", false);
  }

  /** As {@link #inline}, with one type per value, for MCP clients. */
  public static Components flat() {
    return new Components("", true);
  }

  /** Whether each value has exactly one type. */
  boolean isFlat() {
    return flat;
  }

  /**
   * A reference to the object, or the object itself.
   *
   * @throws IllegalStateException when two different objects have the same name
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

  /** The named schemas so far, by name. */
  public Map<String, ObjectNode> schemas() {
    return schemas;
  }
}
