package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as base64 (RFC 4648 section 4), with optional line breaks, as in MIME.
 *
 * <p>The resulting array is not shared.
 */
record Base64Shape() implements Shape<byte[]> {
  @Override
  public byte @Nullable [] read(JsonNode node, String path, FieldProblems problems) {
    if (node.isString()) {
      String text = node.stringValue();
      try {
        return text.indexOf('\n') < 0
            ? Base64.getDecoder().decode(text)
            : Base64.getDecoder().decode(text.replace("\r", "").replace("\n", ""));
      } catch (IllegalArgumentException e) {
        // reported below: the decoder's message would quote content
      }
    }
    problems.add(path, "must be base64");
    return null;
  }

  @Override
  public ObjectNode schema(Components components) {
    return Schemas.typed("string").put("contentEncoding", "base64");
  }
}
