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
import tools.jackson.core.io.SerializedString;

/**
 * Writes and reads objects of one type as JSON, token by token: a page reads fifty mails, and data
 * binding takes twice the time. Each member is declared once, with its name and getter. Null
 * members and empty lists are absent; earlier versions wrote empty lists. Unknown members are
 * skipped.
 *
 * <p>Immutable and thread safe.
 */
final class JsonObject<T> {
  static final Value<String> TEXT =
      new Value<>((out, text) -> out.writeString(Json.clean(text)), JsonParser::getString);
  static final Value<Long> NUMBER =
      new Value<>((out, number) -> out.writeNumber(number.longValue()), JsonParser::getLongValue);

  private final List<Member<T, ?>> members;
  private final Function<Values, T> constructor;

  private JsonObject(List<Member<T, ?>> members, Function<Values, T> constructor) {
    this.members = List.copyOf(members);
    this.constructor = constructor;
  }

  /**
   * How a value is written and read.
   *
   * @param reader starts at the first token of the value and ends at its last
   */
  record Value<V>(BiConsumer<JsonGenerator, V> writer, Function<JsonParser, V> reader) {
    /** A constant of an enum, under its name. */
    static <E extends Enum<E>> Value<E> constant(Class<E> type) {
      return new Value<>(
          (out, constant) -> out.writeString(constant.name()),
          in -> Enum.valueOf(type, in.getString()));
    }

    private Value<List<V>> list() {
      return new Value<>(
          (out, items) -> {
            out.writeStartArray();
            items.forEach(item -> writer.accept(out, item));
            out.writeEndArray();
          },
          this::readList);
    }

    private List<V> readList(JsonParser in) {
      if (in.currentToken() != JsonToken.START_ARRAY || in.nextToken() == JsonToken.END_ARRAY) {
        return List.of();
      }
      List<V> items = new ArrayList<>();
      do {
        items.add(reader.apply(in));
      } while (in.nextToken() != JsonToken.END_ARRAY);
      return items;
    }
  }

  /** A member of objects of one type. */
  record Member<T, V>(
      int index, SerializedString name, Value<V> value, Function<T, @Nullable V> getter) {
    private void write(JsonGenerator out, T object) {
      V member = getter.apply(object);
      if (member != null) {
        out.writeName(name);
        value.writer().accept(out, member);
      }
    }
  }

  /** Declares the members of an object in the order in which they are written. */
  static final class Members<T> {
    private final List<Member<T, ?>> members = new ArrayList<>();

    /** A member, which is not written when the getter returns null. */
    <V> Member<T, V> member(String name, Value<V> value, Function<T, @Nullable V> getter) {
      Member<T, V> member = new Member<>(members.size(), new SerializedString(name), value, getter);
      members.add(member);
      return member;
    }

    /** A list, which is not written when it is empty. */
    <V> Member<T, List<V>> list(String name, Value<V> item, Function<T, List<V>> getter) {
      return member(
          name,
          item.list(),
          object -> {
            List<V> items = getter.apply(object);
            return items.isEmpty() ? null : items;
          });
    }

    JsonObject<T> build(Function<Values, T> constructor) {
      return new JsonObject<>(members, constructor);
    }
  }

  /** The members that were read. */
  static final class Values {
    private final @Nullable Object[] values;

    private Values(int count) {
      values = new Object[count];
    }

    @SuppressWarnings("unchecked") // read by the value of the member
    <V> @Nullable V find(Member<?, V> member) {
      return (V) values[member.index()];
    }

    /** A member that must be present. */
    <V> V get(Member<?, V> member) {
      V value = find(member);
      if (value == null) {
        throw new StoreException("a stored mail is incomplete", null);
      }
      return value;
    }

    <V> List<V> list(Member<?, List<V>> member) {
      List<V> items = find(member);
      return items == null ? List.of() : items;
    }
  }

  Value<T> value() {
    return new Value<>(this::write, this::read);
  }

  void write(JsonGenerator out, T object) {
    out.writeStartObject();
    members.forEach(member -> member.write(out, object));
    out.writeEndObject();
  }

  /** Reads the object at whose beginning the parser is. */
  T read(JsonParser in) {
    Values values = new Values(members.size());
    int next = 0;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      JsonToken token = in.nextToken();
      int index = indexOf(name, next);
      if (index < 0) {
        in.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        values.values[index] = members.get(index).value().reader().apply(in);
        next = index + 1;
      }
    }
    return constructor.apply(values);
  }

  /** Members are read in the order in which they were written, so this ends at the first or so. */
  private int indexOf(String name, int expected) {
    int count = members.size();
    for (int i = 0; i < count; i++) {
      int index = (expected + i) % count;
      if (members.get(index).name().getValue().equals(name)) {
        return index;
      }
    }
    return -1;
  }
}
