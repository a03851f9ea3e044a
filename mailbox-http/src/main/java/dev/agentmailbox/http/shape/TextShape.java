package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A string.
 *
 * @param min fewest code points
 * @param max most code points; {@link Integer#MAX_VALUE} for no bound but the body's
 * @param pattern what the whole string must match; null for anything
 * @param hint the pattern in words, for people
 * @param format a JSON Schema format, only printed; empty for none
 * @param inHeader whether it becomes part of a mail header: those are looked through for every
 *     control character later, and U+0000 is one of them
 */
record TextShape(
    int min, int max, @Nullable Pattern pattern, String hint, String format, boolean inHeader)
    implements Shape<String> {

  @Override
  public @Nullable String read(JsonNode node, String path, FieldProblems problems) {
    if (!node.isString()) {
      problems.add(path, "must be a string");
      return null;
    }
    String text = node.stringValue();
    boolean surelyFits = min <= 1 && text.length() >= min && text.length() <= max;
    if (!surelyFits) {
      int length = text.codePointCount(0, text.length());
      if (length < min || length > max) {
        problems.add(path, lengthHint());
        return null;
      }
    }
    if (!inHeader && Nul.isIn(text)) {
      problems.add(path, Nul.REFUSAL);
      return null;
    }
    if (pattern != null && !pattern.matcher(text).matches()) {
      problems.add(path, "must be " + hint);
      return null;
    }
    return text;
  }

  private String lengthHint() {
    if (max == Integer.MAX_VALUE) {
      return min == 1 ? "must not be empty" : "must have at least " + min + " characters";
    }
    return min == 0
        ? "must have at most " + max + " characters"
        : "must have " + min + " to " + max + " characters";
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed("string");
    if (min > 0) {
      schema.put("minLength", min);
    }
    if (max < Integer.MAX_VALUE) {
      schema.put("maxLength", max);
    }
    if (pattern != null) {
      // JSON Schema searches, we match the whole.
      schema.put("pattern", "^(?:" + pattern.pattern() + ")$");
    }
    if (!format.isEmpty()) {
      schema.put("format", format);
    }
    return schema;
  }
}
