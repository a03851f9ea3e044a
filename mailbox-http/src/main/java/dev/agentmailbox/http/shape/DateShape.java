package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A day in UTC, {@code YYYY-MM-DD}. */
record DateShape() implements Shape<LocalDate> {
  private static final int CHARACTERS = 10;

  @Override
  public @Nullable LocalDate read(JsonNode node, String path, FieldProblems problems) {
    if (node.isString() && node.stringValue().length() == CHARACTERS) {
      try {
        return LocalDate.parse(node.stringValue());
      } catch (DateTimeException e) {
        // reported below
      }
    }
    problems.add(path, "must be a date, YYYY-MM-DD");
    return null;
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("string").put("format", "date");
  }
}
