package dev.agentmailbox.http.shape;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Rewrites all strings of a JSON value, untrusted ones differently from the rest, including member
 * names that no shape fixes. Immutable and thread safe.
 *
 * @param own for strings from the service and the caller
 * @param foreign for untrusted strings
 */
public record TextRewrite(UnaryOperator<String> own, UnaryOperator<String> foreign) {
  /** A rewritten copy. */
  public JsonNode of(JsonNode node, Shape<?> shape) {
    if (shape instanceof ForeignShape<?> strangers) {
      return every(node, foreign, strangers.own());
    } else if (shape instanceof ListShape<?> list && node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(of(item, list.item())));
      return items;
    } else if (shape instanceof ObjectShape object && node.isObject()) {
      return members(node, object);
    } else if (shape instanceof MapShape<?> map && node.isObject()) {
      ObjectNode members = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              member ->
                  members.set(own.apply(member.getKey()), of(member.getValue(), map.value())));
      return members;
    }
    return every(node, own, Set.of());
  }

  private ObjectNode members(JsonNode node, ObjectShape object) {
    Map<String, Shape<?>> shapes = new HashMap<>();
    object.fields().forEach(field -> shapes.put(field.name(), field.shape()));
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      Shape<?> shape = shapes.get(member.getKey());
      JsonNode value = member.getValue();
      members.set(
          member.getKey(), shape == null ? every(value, foreign, Set.of()) : of(value, shape));
    }
    return members;
  }

  /** Rewrites every string the same way, except in some members. */
  private JsonNode every(JsonNode node, UnaryOperator<String> way, Set<String> ownMembers) {
    if (node.isString()) {
      return StringNode.valueOf(way.apply(node.stringValue()));
    } else if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(every(item, way, Set.of())));
      return items;
    } else if (node.isObject()) {
      ObjectNode members = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        boolean isOwn = ownMembers.contains(member.getKey());
        members.set(
            isOwn ? member.getKey() : own.apply(member.getKey()),
            every(member.getValue(), isOwn ? own : way, Set.of()));
      }
      return members;
    }
    return node;
  }
}
