package dev.agentmailbox.http.server;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Nul;
import dev.agentmailbox.http.table.JsonBytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses request bodies: UTF-8 JSON (RFC 8259) without duplicate names, trailing text, lone
 * surrogates, U+0000 or out-of-range numbers; at most {@link #MAX_DEPTH} levels.
 */
public final class StrictJson {
  /** Maximum nesting of objects and lists. */
  public static final int MAX_DEPTH = 64;

  private static final int MAX_NUMBER_CHARACTERS = 100;
  private static final int MAX_NAME_CHARACTERS = 1000;
  private static final int MAX_STRING_CHARACTERS = 8 * 1024 * 1024;

  private static final String NOT_JSON =
      "is not valid JSON with at most " + MAX_DEPTH + " levels of nesting";
  private static final String UNFIT = "contains a character or number that cannot be stored";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER_CHARACTERS)
                          .maxNameLength(MAX_NAME_CHARACTERS)
                          .maxStringLength(MAX_STRING_CHARACTERS)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  /** The value, or null when a problem with path {@code body} was added. */
  public static @Nullable JsonNode read(byte[] body, FieldProblems problems) {
    JsonNode node = readFields(body, problems);
    if (node != null && Nul.isIn(node)) {
      problems.add("body", UNFIT);
      return null;
    }
    return node;
  }

  /**
   * As {@link #read}, but allows U+0000 in strings: the fields refuse it, with their path and, in
   * mail headers, with a different code.
   */
  public static @Nullable JsonNode readFields(byte[] body, FieldProblems problems) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      problems.add("body", "is not valid UTF-8");
      return null;
    }
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JacksonException e) {
      // The parser's message would quote the input.
      TokenStreamLocation at = e.getLocation();
      String where =
          at == null ? "" : ", see line " + at.getLineNr() + " column " + at.getColumnNr();
      problems.add("body", NOT_JSON + where);
      return null;
    }
    if (node.isMissingNode()) {
      problems.add("body", NOT_JSON);
      return null;
    }
    if (!isClean(node)) {
      problems.add("body", UNFIT);
      return null;
    }
    return node;
  }

  private static boolean isClean(JsonNode node) {
    if (node.isString()) {
      return isClean(node.stringValue());
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (member.getKey().indexOf(0) >= 0
            || !isClean(member.getKey())
            || !isClean(member.getValue())) {
          return false;
        }
      }
    } else if (node.isArray()) {
      for (JsonNode item : node) {
        if (!isClean(item)) {
          return false;
        }
      }
    } else if (node.isIntegralNumber()) {
      return node.canConvertToLong();
    } else if (node.isNumber()) {
      return Double.isFinite(node.doubleValue());
    }
    return true;
  }

  private static boolean isClean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** SHA-256 of the value in canonical form, with sorted names. */
  public static String canonicalHash(JsonNode node) {
    return Sha256.hex(JsonBytes.write(out -> writeSorted(out, node)));
  }

  private static void writeSorted(JsonGenerator out, JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      node.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
      out.writeStartObject();
      sorted.forEach(
          (name, value) -> {
            out.writeName(name);
            writeSorted(out, value);
          });
      out.writeEndObject();
    } else if (node.isArray()) {
      out.writeStartArray();
      node.forEach(item -> writeSorted(out, item));
      out.writeEndArray();
    } else if (node.isString()) {
      out.writeString(node.stringValue());
    } else {
      out.writeRawValue(node.toString());
    }
  }
}
