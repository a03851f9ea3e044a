package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;

/** An integer from {@code min} to {@code max}, without fraction or exponent. */
record IntegerShape(long min, long max) implements Shape<Long> {
  private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,18}");

  /** The largest integer that all JSON parsers represent exactly (RFC 8259 section 6). */
  static final long MAX_EXACT = (1L << 53) - 1;

  @Override
  public @Nullable Long read(JsonNode node, String path, FieldProblems problems) {
    if (!node.isIntegralNumber()) {
      problems.add(path, "must be an integer");
      return null;
    }
    if (!node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
      problems.add(path, rangeHint());
      return null;
    }
    return node.longValue();
  }

  private String rangeHint() {
    return max == MAX_EXACT ? "must be at least " + min : "must be from " + min + " to " + max;
  }

  @Override
  public JsonNode fromText(List<String> texts) {
    String text = texts.get(texts.size() - 1);
    return DIGITS.matcher(text).matches()
        ? LongNode.valueOf(Long.parseLong(text))
        : Shape.super.fromText(texts);
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed("integer");
    if (min > -MAX_EXACT) {
      schema.put("minimum", min);
    }
    if (max < MAX_EXACT) {
      schema.put("maximum", max);
    }
    return schema;
  }
}
