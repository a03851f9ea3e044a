package dev.agentmailbox.http.shape;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A named value of a request or of an object. A field is also the key with which a handler asks for
 * the value, so each is made once and kept in a constant.
 *
 * <p>Immutable and thread safe; equal only to itself.
 */
public final class Field<T> {
  private final ParameterLocation place;
  private final String name;
  private final Shape<T> shape;
  private final String description;
  private final boolean required;
  private final boolean nullable;
  private final @Nullable T defaultValue;

  private Field(
      ParameterLocation place,
      String name,
      Shape<T> shape,
      String description,
      boolean required,
      boolean nullable,
      @Nullable T defaultValue) {
    this.place = place;
    this.name = name;
    this.shape = shape;
    this.description = description;
    this.required = required;
    this.nullable = nullable;
    this.defaultValue = defaultValue;
  }

  /** A placeholder of the path; always required. */
  public static Field<String> path(String name, String description) {
    return new Field<>(ParameterLocation.PATH, name, Shapes.text(), description, true, false, null);
  }

  /** A placeholder of the path that admits certain values; anything else is {@code not_found}. */
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

  /** A member of a JSON object, without a description. */
  public static <T> Field<T> of(String name, Shape<T> shape) {
    return of(name, shape, "");
  }

  /** A member of a JSON object. */
  public static <T> Field<T> of(String name, Shape<T> shape, String description) {
    return new Field<>(ParameterLocation.BODY, name, shape, description, false, false, null);
  }

  /** The same field with that description. */
  Field<T> about(String text) {
    return new Field<>(place, name, shape, text, required, nullable, defaultValue);
  }

  /** The same field, refused when it is missing. */
  public Field<T> required() {
    return new Field<>(place, name, shape, description, true, nullable, defaultValue);
  }

  /** The same field, with JSON null as a value of its own, told by {@link Input#isNull}. */
  public Field<T> nullable() {
    return new Field<>(place, name, shape, description, required, true, defaultValue);
  }

  /** The same field with the value it has when missing. */
  public Field<T> orElse(T value) {
    return new Field<>(place, name, shape, description, required, nullable, value);
  }

  public ParameterLocation place() {
    return place;
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
      text = (text + " An empty text clears it.").strip();
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
    return place.pathOf(name);
  }
}
