package dev.agentmailbox.http.shape;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A named value of a request or an object. A field is also the key under which a handler reads the
 * value, so each is created once and kept in a constant.
 *
 * <p>Immutable and thread safe; equal only to itself.
 */
public final class Field<T> {
  /** Descriptions of members that mean the same in every object. */
  private static final Map<String, String> COMMON =
      Map.of(
          "organization_id", "Organization it belongs to.",
          "pod_id", "Pod it belongs to.",
          "inbox_id", "Address of the inbox it belongs to.",
          "thread_id", "Identifier of the thread.",
          "message_id", "Identifier of the message.",
          "send_id", "Identifier of the send.",
          "limit", "Page size applied.",
          "next_page_token", "Token of the next page; absent on the last one.",
          "created_at", "When it was created.",
          "updated_at", "When it last changed.");

  private final ParameterLocation location;
  private final String name;
  private final Shape<T> shape;
  private final String description;
  private final boolean required;
  private final boolean nullable;
  private final @Nullable T defaultValue;

  private Field(
      ParameterLocation location,
      String name,
      Shape<T> shape,
      String description,
      boolean required,
      boolean nullable,
      @Nullable T defaultValue) {
    this.location = location;
    this.name = name;
    this.shape = shape;
    this.description = description;
    this.required = required;
    this.nullable = nullable;
    this.defaultValue = defaultValue;
  }

  /** A path parameter; always required. */
  public static Field<String> path(String name, String description) {
    return new Field<>(ParameterLocation.PATH, name, Shapes.text(), description, true, false, null);
  }

  /** A path parameter with restricted values; any other is {@code not_found}. */
  public static <T> Field<T> path(String name, Shape<T> shape, String description) {
    return new Field<>(ParameterLocation.PATH, name, shape, description, true, false, null);
  }

  public static <T> Field<T> query(String name, Shape<T> shape) {
    return query(name, shape, "");
  }

  public static <T> Field<T> query(String name, Shape<T> shape, String description) {
    return new Field<>(ParameterLocation.QUERY, name, shape, description, false, false, null);
  }

  public static <T> Field<T> header(String name, Shape<T> shape) {
    return header(name, shape, "");
  }

  public static <T> Field<T> header(String name, Shape<T> shape, String description) {
    return new Field<>(ParameterLocation.HEADER, name, shape, description, false, false, null);
  }

  /** A member of a JSON object with the description common to all members of this name, if any. */
  public static <T> Field<T> of(String name, Shape<T> shape) {
    return of(name, shape, COMMON.getOrDefault(name, ""));
  }

  /** A member of a JSON object. */
  public static <T> Field<T> of(String name, Shape<T> shape, String description) {
    return new Field<>(ParameterLocation.BODY, name, shape, description, false, false, null);
  }

  /** A copy with that description. */
  Field<T> about(String text) {
    return new Field<>(location, name, shape, text, required, nullable, defaultValue);
  }

  /** A copy that is required. */
  public Field<T> required() {
    return new Field<>(location, name, shape, description, true, nullable, defaultValue);
  }

  /** A copy that accepts JSON null, see {@link Input#isNull}. */
  public Field<T> nullable() {
    return new Field<>(location, name, shape, description, required, true, defaultValue);
  }

  /** A copy with a default value. */
  public Field<T> orElse(T value) {
    return new Field<>(location, name, shape, description, required, nullable, value);
  }

  public ParameterLocation location() {
    return location;
  }

  public String name() {
    return name;
  }

  public Shape<T> shape() {
    return shape;
  }

  public String description() {
    return description;
  }

  public boolean isRequired() {
    return required;
  }

  public boolean isNullable() {
    return nullable;
  }

  public Optional<T> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /** The schema of the value with description and default. */
  public ObjectNode schema(Components components) {
    ObjectNode schema = shape.schema(components);
    String text = description;
    if (nullable && !components.isFlat()) {
      schema = Schemas.orNull(schema);
    } else if (nullable && required) {
      Schemas.alsoNull(schema);
    } else if (nullable) {
      text = (text + " An empty string clears it.").strip();
    }
    if (!text.isEmpty()) {
      schema.put("description", text);
    }
    if (defaultValue instanceof Boolean flag) {
      schema.put("default", flag);
    } else if (defaultValue instanceof Long number) {
      schema.put("default", number);
    }
    return schema;
  }

  @Override
  public String toString() {
    return location.pathOf(name);
  }
}
