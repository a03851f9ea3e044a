package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as base64 (RFC 4648 section 4), line breaks allowed as mail programs write them.
 *
 * <p>The array read is the caller's own.
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
        // told below: the decoder's text would repeat content
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
