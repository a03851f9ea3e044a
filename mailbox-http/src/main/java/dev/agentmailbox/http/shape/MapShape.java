package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An object with arbitrary names and values of one shape, for example headers. */
record MapShape<T>(Shape<T> value) implements Shape<Map<String, T>> {
  @Override
  public @Nullable Map<String, T> read(JsonNode node, String path, FieldProblems problems) {
    if (!node.isObject()) {
      problems.add(path, "must be an object");
      return null;
    }
    Map<String, T> map = new LinkedHashMap<>();
    boolean good = true;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String memberPath = path + "." + member.getKey();
      T read = null;
      if (member.getValue().isNull()) {
        problems.add(memberPath, "must not be null");
      } else {
        read = value.read(member.getValue(), memberPath, problems);
      }
      if (read == null) {
        good = false;
      } else {
        map.put(member.getKey(), read);
      }
    }
    return good ? map : null;
  }

  @Override
  public ObjectNode schema(Components components) {
    ObjectNode schema = Schemas.typed("object");
    schema.set("additionalProperties", value.schema(components));
    return schema;
  }
}
