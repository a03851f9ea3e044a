package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A string.
 *
 * @param min minimum number of code points
 * @param max maximum number of code points; {@link Integer#MAX_VALUE} for no limit
 * @param pattern must match the whole string; null for none
 * @param hint describes the pattern in error messages
 * @param format a JSON Schema format, documented but not validated; empty for none
 * @param inHeader whether it becomes part of a mail header, which is checked later for all control
 *     characters including U+0000
 * @param lowerCase whether values are read in lower case, because they are compared regardless of
 *     case
 */
record TextShape(
    int min,
    int max,
    @Nullable Pattern pattern,
    String hint,
    String format,
    boolean inHeader,
    boolean lowerCase)
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
    return lowerCase ? text.toLowerCase(Locale.ROOT) : text;
  }

  @Override
  public String placeholder() {
    return "";
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
      // JSON Schema patterns are unanchored.
      schema.put("pattern", "^(?:" + pattern.pattern() + ")$");
    }
    if (!format.isEmpty()) {
      schema.put("format", format);
    }
    return schema;
  }
}
