package dev.agentmailbox.server.client;

import dev.agentmailbox.http.shape.PlainJson;
import dev.agentmailbox.http.table.JsonBytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object as the API answers it. Read token by token: data binding would take longer than the
 * rest of a command.
 *
 * @param members values are maps, lists, strings, numbers, booleans and null, in the order received
 */
record JsonObject(Map<String, @Nullable Object> members) {
  /** An object without members. */
  static final JsonObject EMPTY = new JsonObject(Map.of());

  private static final JsonFactory FACTORY = new JsonFactory();

  /**
   * Parses an object.
   *
   * @throws ClientException when it is none
   */
  static JsonObject parse(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        return new JsonObject(object(parser));
      }
    } catch (JacksonException malformed) {
      // As for another kind of answer.
    }
    throw ClientException.refused(
        "the answer is not JSON: is this the address of a server?", false);
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield items;
      }
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_NULL -> null;
      default -> parser.getString();
    };
  }

  /** The object in UTF-8. */
  byte[] bytes() {
    return JsonBytes.write(out -> PlainJson.write(out, members));
  }

  /** A member as text; empty when it is absent or null. */
  String text(String name) {
    return Objects.toString(members.get(name), "");
  }

  boolean is(String name) {
    return Boolean.TRUE.equals(members.get(name));
  }

  /** A member as texts; empty when it is no list. */
  List<String> texts(String name) {
    return members.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** The objects of a list; empty when it is no list. */
  List<JsonObject> objects(String name) {
    return members.get(name) instanceof List<?> list
        ? list.stream().map(JsonObject::of).toList()
        : List.of();
  }

  /** An object inside; an empty one when it is absent. */
  JsonObject object(String name) {
    return of(members.get(name));
  }

  @SuppressWarnings("unchecked") // parse makes no others
  private static JsonObject of(@Nullable Object value) {
    return new JsonObject(
        value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of());
  }
}
