package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Factory of shapes. */
public final class Shapes {
  private static final Shape<String> TEXT = text(0, Integer.MAX_VALUE);
  private static final Shape<String> INBOX_ID =
      new TextShape(0, Integer.MAX_VALUE, null, "", "", false, true);
  private static final Shape<String> FOREIGN = foreign(TEXT);

  private Shapes() {}

  /** Any string. */
  public static Shape<String> text() {
    return TEXT;
  }

  /** A string of {@code min} to {@code max} code points. */
  public static Shape<String> text(int min, int max) {
    return new TextShape(min, max, null, "", "", false, false);
  }

  /** Any string for a mail header; forbidden characters are checked later. */
  public static Shape<String> headerText() {
    return headerText(Integer.MAX_VALUE);
  }

  /** As {@link #headerText()}, of at most {@code max} code points. */
  public static Shape<String> headerText(int max) {
    return new TextShape(0, max, null, "", "", true, false);
  }

  /**
   * A string of {@code min} to {@code max} code points that matches a pattern entirely.
   *
   * @param pattern in the common subset of Java and ECMA 262 regular expressions
   * @param hint completes the sentence "must be …"
   */
  public static Shape<String> text(int min, int max, String pattern, String hint) {
    return new TextShape(min, max, Pattern.compile(pattern), hint, "", false, false);
  }

  /** A string with a JSON Schema {@code format}, which is documented but not validated. */
  public static Shape<String> text(String format) {
    return new TextShape(0, Integer.MAX_VALUE, null, "", format, false, false);
  }

  /**
   * The address of an inbox, read in lower case: idempotency keys, page tokens and cursors are then
   * bound to the inbox and not to its spelling.
   */
  public static Shape<String> inboxId() {
    return INBOX_ID;
  }

  public static Shape<Long> integer(long min, long max) {
    return new IntegerShape(min, max);
  }

  /** A count: zero or more. */
  public static Shape<Long> count() {
    return new IntegerShape(0, IntegerShape.MAX_EXACT);
  }

  public static Shape<Double> number() {
    return ScalarShape.NUMBER;
  }

  public static Shape<Boolean> flag() {
    return ScalarShape.FLAG;
  }

  public static Shape<Instant> timestamp() {
    return ScalarShape.TIMESTAMP;
  }

  public static Shape<LocalDate> date() {
    return ScalarShape.DATE;
  }

  /** One of these strings. */
  public static Shape<String> choice(String... choices) {
    return choice(List.of(choices), Function.identity());
  }

  /** One of these values, each under its {@code wireName}. */
  public static <T> Shape<T> choice(List<T> choices, Function<? super T, String> wireName) {
    Map<String, T> byName = new LinkedHashMap<>();
    choices.forEach(choice -> byName.put(wireName.apply(choice), choice));
    return new ChoiceShape<>(Collections.unmodifiableMap(byName));
  }

  /** A list of any length. */
  public static <T> Shape<List<T>> list(Shape<T> item) {
    return new ListShape<>(item, 0, Integer.MAX_VALUE);
  }

  public static <T> Shape<List<T>> list(Shape<T> item, int min, int max) {
    return new ListShape<>(item, min, max);
  }

  /** A list of strings, or a single string as a list of one. */
  public static Shape<List<String>> texts(Shape<String> item) {
    return new TextsShape(new ListShape<>(item, 0, Integer.MAX_VALUE));
  }

  /** Any object of at most {@code maxBytes} as compact JSON. */
  public static Shape<Map<String, @Nullable Object>> freeObject(int maxBytes) {
    return new FreeObjectShape(maxBytes);
  }

  /** An untrusted string of a response. */
  public static Shape<String> foreign() {
    return FOREIGN;
  }

  /**
   * The same value with untrusted strings.
   *
   * @param own members of an object whose strings are trusted
   */
  public static <T> Shape<T> foreign(Shape<T> shape, String... own) {
    return new ForeignShape<>(shape, Set.of(own));
  }

  /** An object with arbitrary names and values of one shape. */
  public static <T> Shape<Map<String, T>> map(Shape<T> value) {
    return new MapShape<>(value);
  }

  /** One of a fixed set of strings, each standing for a value. The map keeps its order. */
  private record ChoiceShape<T>(Map<String, T> choices) implements Shape<T> {
    @Override
    public @Nullable T read(JsonNode node, String path, FieldProblems problems) {
      T choice = node.isString() ? choices.get(node.stringValue()) : null;
      if (choice == null) {
        problems.add(path, "must be one of " + String.join(", ", choices.keySet()));
      }
      return choice;
    }

    @Override
    public ObjectNode schema(Components components) {
      ObjectNode schema = Schemas.typed("string");
      ArrayNode values = schema.putArray("enum");
      choices.keySet().forEach(values::add);
      return schema;
    }
  }

  /** A list of strings; a single string is accepted as a list of one. */
  private record TextsShape(ListShape<String> list) implements Shape<List<String>> {
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

  /**
   * Any JSON object, as maps, lists, strings, numbers, booleans and nulls.
   *
   * @param maxBytes maximum size as compact JSON in UTF-8, in bytes
   */
  private record FreeObjectShape(int maxBytes) implements Shape<Map<String, @Nullable Object>> {
    @Override
    public @Nullable Map<String, @Nullable Object> read(
        JsonNode node, String path, FieldProblems problems) {
      if (!node.isObject()) {
        problems.add(path, "must be an object");
        return null;
      }
      if (node.toString().getBytes(StandardCharsets.UTF_8).length > maxBytes) {
        problems.add(path, "must be at most " + maxBytes + " bytes as JSON");
        return null;
      }
      if (Nul.isIn(node)) {
        problems.add(path, Nul.REFUSAL);
        return null;
      }
      return PlainJson.map(node);
    }

    @Override
    public ObjectNode schema(Components components) {
      return Schemas.typed("object").put("additionalProperties", true);
    }
  }
}
