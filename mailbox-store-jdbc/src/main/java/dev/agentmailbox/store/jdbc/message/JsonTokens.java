package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.sql.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Members and lists of JSON objects, token by token. */
final class JsonTokens {
  private JsonTokens() {}

  /** Writes a member unless it is null. */
  static void put(JsonGenerator out, String name, @Nullable String value) {
    String text = Json.clean(value);
    if (text != null) {
      out.writeName(name);
      out.writeString(text);
    }
  }

  /** Writes a list unless it is empty. */
  static <T> void putList(
      JsonGenerator out, String name, List<T> values, BiConsumer<JsonGenerator, T> writer) {
    if (!values.isEmpty()) {
      out.writeName(name);
      out.writeStartArray();
      values.forEach(value -> writer.accept(out, value));
      out.writeEndArray();
    }
  }

  static void writeText(JsonGenerator out, String value) {
    out.writeString(Json.clean(value));
  }

  /** Goes to the next member: its name, with the parser at its value; null at the end. */
  static @Nullable String member(JsonParser in) {
    String name = in.nextName();
    if (name != null) {
      in.nextToken();
    }
    return name;
  }

  static @Nullable String text(JsonParser in) {
    return in.currentToken() == JsonToken.VALUE_NULL ? null : in.getString();
  }

  /** Reads the list at which the parser is. */
  static <T> List<T> list(JsonParser in, Function<JsonParser, T> reader) {
    if (in.currentToken() != JsonToken.START_ARRAY || in.nextToken() == JsonToken.END_ARRAY) {
      return List.of();
    }
    List<T> values = new ArrayList<>();
    do {
      values.add(reader.apply(in));
    } while (in.nextToken() != JsonToken.END_ARRAY);
    return values;
  }

  /** A member that must be present. */
  static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new StoreException("a stored mail is incomplete", null);
    }
    return value;
  }
}
