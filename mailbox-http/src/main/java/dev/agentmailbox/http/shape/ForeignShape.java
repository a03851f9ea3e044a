package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value of answers with strings that strangers wrote. The schema says so ({@code x-untrusted}),
 * and tools fence each of them.
 *
 * @param own members of an object whose strings are the service's or the caller's nevertheless
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
