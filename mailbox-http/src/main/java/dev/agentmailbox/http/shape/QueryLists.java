package dev.agentmailbox.http.shape;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Parses lists in a query, in three notations (decisions, section 1, rule 3). */
final class QueryLists {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private QueryLists() {}

  /** Accepts {@code a,b}, a repeated parameter, or one JSON array. */
  static JsonNode split(List<String> texts) {
    if (texts.size() == 1 && texts.get(0).startsWith("[")) {
      try {
        JsonNode node = JSON.readTree(texts.get(0));
        if (node.isArray()) {
          return node;
        }
      } catch (JacksonException e) {
        // not JSON: an ordinary string that starts with a bracket
      }
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (String text : texts) {
      for (String part : text.split(",", -1)) {
        if (!part.isEmpty()) {
          list.add(part);
        }
      }
    }
    return list;
  }
}
