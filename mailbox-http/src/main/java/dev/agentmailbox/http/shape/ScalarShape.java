package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A boolean, a number, or a string that stands for a time.
 *
 * @param type of the JSON Schema
 * @param format of the JSON Schema; empty for none
 * @param hint completes the sentence "must be …"
 * @param reader returns null for an invalid value
 */
record ScalarShape<T>(
    String type, String format, String hint, Function<JsonNode, @Nullable T> reader)
    implements Shape<T> {
  private static final String BOOLEAN = "boolean";
  private static final int DATE_CHARACTERS = 10;
  private static final int MAX_TIMESTAMP_CHARACTERS = 40;
  private static final int MAX_YEAR = 9999;

  /** {@code true} or {@code false}, in a query as in a body. */
  static final Shape<Boolean> FLAG =
      new ScalarShape<>(
          BOOLEAN, "", "true or false", node -> node.isBoolean() ? node.booleanValue() : null);

  /** Any number, for rates in responses. */
  static final Shape<Double> NUMBER =
      new ScalarShape<>(
          "number", "", "a number", node -> node.isNumber() ? node.doubleValue() : null);

  /** A day in UTC. */
  static final Shape<LocalDate> DATE =
      new ScalarShape<>("string", "date", "a date, YYYY-MM-DD", ScalarShape::date);

  /**
   * A timestamp (RFC 3339) with a mandatory offset and optional fractions of a second. Truncated to
   * milliseconds.
   */
  static final Shape<Instant> TIMESTAMP =
      new ScalarShape<>(
          "string",
          "date-time",
          "a timestamp with an offset, for example 2026-01-31T09:30:00Z",
          ScalarShape::timestamp);

  private static @Nullable LocalDate date(JsonNode node) {
    try {
      return node.isString() && node.stringValue().length() == DATE_CHARACTERS
          ? LocalDate.parse(node.stringValue())
          : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Instant timestamp(JsonNode node) {
    if (!node.isString() || node.stringValue().length() > MAX_TIMESTAMP_CHARACTERS) {
      return null;
    }
    try {
      OffsetDateTime time = OffsetDateTime.parse(node.stringValue());
      return time.getYear() >= 0 && time.getYear() <= MAX_YEAR
          ? time.toInstant().truncatedTo(ChronoUnit.MILLIS)
          : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  @Override
  public @Nullable T read(JsonNode node, String path, FieldProblems problems) {
    T value = reader.apply(node);
    if (value == null) {
      problems.add(path, "must be " + hint);
    }
    return value;
  }

  @Override
  public JsonNode fromText(List<String> texts) {
    String text = texts.get(texts.size() - 1);
    return type.equals(BOOLEAN) && (text.equals("true") || text.equals("false"))
        ? BooleanNode.valueOf(text.equals("true"))
        : Shape.super.fromText(texts);
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed(type);
    return format.isEmpty() ? schema : schema.put("format", format);
  }
}
