package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A timestamp (RFC 3339) with a mandatory offset and optional fractions of a second. Truncated to
 * milliseconds.
 */
record TimestampShape() implements Shape<Instant> {
  private static final int MAX_CHARACTERS = 40;
  private static final int MAX_YEAR = 9999;

  @Override
  public @Nullable Instant read(JsonNode node, String path, FieldProblems problems) {
    if (node.isString() && node.stringValue().length() <= MAX_CHARACTERS) {
      try {
        OffsetDateTime time = OffsetDateTime.parse(node.stringValue());
        if (time.getYear() >= 0 && time.getYear() <= MAX_YEAR) {
          return time.toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
      } catch (DateTimeException e) {
        // reported below
      }
    }
    problems.add(path, "must be a timestamp with an offset, for example 2026-01-31T09:30:00Z");
    return null;
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("string").put("format", "date-time");
  }
}
