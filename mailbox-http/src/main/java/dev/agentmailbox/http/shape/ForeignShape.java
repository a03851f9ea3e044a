package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A response value with untrusted strings, written by third parties. The schema marks it with
 * {@code x-untrusted}, and tools fence each string.
 *
 * @param own members of an object whose strings come from the service or the caller
 */
record ForeignShape<T>(Shape<T> inner, Set<String> own) implements Shape<T> {
  @Override
  public @Nullable T read(JsonNode node, String path, FieldProblems problems) {
    return inner.read(node, path, problems);
  }

  @Override
  public ObjectNode schema(Components components) {
    return inner.schema(components).put("x-untrusted", true);
  }
}
