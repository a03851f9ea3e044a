package dev.agentmailbox.http.shape;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/**
 * Serializes a value as a JSON object. One declaration defines both writer and schema, so that they
 * cannot diverge. The getter of an optional member returns null when it is absent.
 *
 * <p>Immutable and thread safe.
 */
public final class View<T> {
  private final ObjectShape shape;
  private final List<BiConsumer<JsonGenerator, T>> members;

  private View(ObjectShape shape, List<BiConsumer<JsonGenerator, T>> members) {
    this.shape = shape;
    this.members = List.copyOf(members);
  }

  /** Starts a view whose schema has that name. */
  public static <T> Builder<T> of(String name) {
    return new Builder<>(name);
  }

  /** The schema. */
  public ObjectShape shape() {
    return shape;
  }

  /** Writes the value as an object. */
  public void write(JsonGenerator out, T value) {
    out.writeStartObject();
    writeMembers(out, value);
    out.writeEndObject();
  }

  private void writeMembers(JsonGenerator out, T value) {
    for (BiConsumer<JsonGenerator, T> member : members) {
      member.accept(out, value);
    }
  }

  /** Adds one member after another. Not thread safe. */
  public static final class Builder<T> {
    private final String name;
    private final List<Field<?>> fields = new ArrayList<>();
    private final List<BiConsumer<JsonGenerator, T>> members = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /** A mandatory string. */
    public Builder<T> text(String member, Function<T, String> getter) {
      return text(member, Shapes.text(), getter);
    }

    /** A mandatory string of a certain shape. */
    public Builder<T> text(String member, Shape<?> shape, Function<T, String> getter) {
      return always(member, shape, (out, value) -> out.writeString(getter.apply(value)));
    }

    /** One of these values, under its {@code wireName}. */
    public <E> Builder<T> word(
        String member, E[] values, Function<E, String> wireName, Function<T, E> getter) {
      return text(member, Shapes.choice(List.of(values), wireName), getter.andThen(wireName));
    }

    /** An optional string, omitted when null. */
    public Builder<T> optionalText(String member, Function<T, @Nullable String> getter) {
      return optionalText(member, Shapes.text(), getter);
    }

    /** A flag that is omitted unless it is set. */
    public Builder<T> optionalFlag(String member, Predicate<T> getter) {
      return sometimes(
          member,
          Shapes.flag(),
          value -> getter.test(value) ? true : null,
          (out, value) -> out.writeBoolean(value));
    }

    /** An optional string of a certain shape, omitted when null. */
    public Builder<T> optionalText(
        String member, Shape<?> shape, Function<T, @Nullable String> getter) {
      return sometimes(member, shape, getter, JsonGenerator::writeString);
    }

    /** A string that is JSON null when there is none. */
    public Builder<T> textOrNull(String member, Function<T, @Nullable String> getter) {
      fields.add(Field.of(member, Shapes.text()).required().nullable());
      return add(
          member,
          (out, value) -> {
            String text = getter.apply(value);
            if (text == null) {
              out.writeNull();
            } else {
              out.writeString(text);
            }
          });
    }

    public Builder<T> count(String member, ToLongFunction<T> getter) {
      return always(
          member, Shapes.count(), (out, value) -> out.writeNumber(getter.applyAsLong(value)));
    }

    /** An optional count, omitted when null. */
    public Builder<T> optionalCount(String member, Function<T, ? extends @Nullable Number> getter) {
      return sometimes(
          member,
          Shapes.count(),
          getter::apply,
          (out, number) -> out.writeNumber(number.longValue()));
    }

    public Builder<T> number(String member, ToDoubleFunction<T> getter) {
      return always(
          member, Shapes.number(), (out, value) -> out.writeNumber(getter.applyAsDouble(value)));
    }

    public Builder<T> flag(String member, Predicate<T> getter) {
      return always(member, Shapes.flag(), (out, value) -> out.writeBoolean(getter.test(value)));
    }

    public Builder<T> time(String member, Function<T, Instant> getter) {
      return always(
          member,
          Shapes.timestamp(),
          (out, value) -> out.writeString(Timestamps.seconds(getter.apply(value))));
    }

    /** A timestamp with milliseconds. */
    public Builder<T> exactTime(String member, Function<T, Instant> getter) {
      return always(
          member,
          Shapes.timestamp(),
          (out, value) -> out.writeString(Timestamps.milliseconds(getter.apply(value))));
    }

    /** An optional timestamp, omitted when null. */
    public Builder<T> optionalTime(String member, Function<T, @Nullable Instant> getter) {
      return sometimes(
          member,
          Shapes.timestamp(),
          getter,
          (out, time) -> out.writeString(Timestamps.seconds(time)));
    }

    public Builder<T> date(String member, Function<T, LocalDate> getter) {
      return always(
          member, Shapes.date(), (out, value) -> out.writeString(getter.apply(value).toString()));
    }

    /** A list of strings, present even when empty. */
    public Builder<T> texts(String member, Function<T, ? extends Collection<String>> getter) {
      return texts(member, Shapes.text(), getter);
    }

    /** A list of strings of a certain shape, present even when empty. */
    public Builder<T> texts(
        String member, Shape<?> item, Function<T, ? extends Collection<String>> getter) {
      return always(
          member,
          Shapes.list(item),
          (out, value) -> {
            out.writeStartArray();
            for (String text : getter.apply(value)) {
              out.writeString(text);
            }
            out.writeEndArray();
          });
    }

    /** A mandatory nested object. */
    public <U> Builder<T> object(String member, View<U> view, Function<T, U> getter) {
      return always(member, view.shape(), (out, value) -> view.write(out, getter.apply(value)));
    }

    /** An optional nested object, omitted when null. */
    public <U> Builder<T> optionalObject(
        String member, View<U> view, Function<T, @Nullable U> getter) {
      return sometimes(member, view.shape(), getter, view::write);
    }

    /** A list of nested objects, present even when empty. */
    public <U> Builder<T> objects(
        String member, View<U> view, Function<T, ? extends Collection<U>> getter) {
      return always(
          member,
          Shapes.list(view.shape()),
          (out, value) -> {
            out.writeStartArray();
            for (U item : getter.apply(value)) {
              view.write(out, item);
            }
            out.writeEndArray();
          });
    }

    /** An object of plain values: maps, lists, strings, numbers, booleans, nulls. */
    public Builder<T> plain(
        String member,
        Shape<?> shape,
        Function<T, ? extends Map<String, ? extends @Nullable Object>> getter) {
      return always(member, shape, (out, value) -> PlainJson.write(out, getter.apply(value)));
    }

    /** Adds all members of another view of the same value. */
    public Builder<T> include(View<T> other) {
      return include(other, value -> value);
    }

    /** Adds all members of the view of a part, without nesting. */
    public <U> Builder<T> include(View<U> other, Function<T, U> getter) {
      fields.addAll(other.shape.fields());
      members.add((out, value) -> other.writeMembers(out, getter.apply(value)));
      return this;
    }

    /** Sets the description of the member added last. */
    public Builder<T> about(String description) {
      int last = fields.size() - 1;
      fields.set(last, fields.get(last).about(description));
      return this;
    }

    public View<T> build() {
      return new View<>(ObjectShape.open(name, fields), members);
    }

    private Builder<T> always(String member, Shape<?> shape, BiConsumer<JsonGenerator, T> writer) {
      fields.add(Field.of(member, shape).required());
      return add(member, writer);
    }

    private Builder<T> add(String member, BiConsumer<JsonGenerator, T> writer) {
      SerializedString quoted = new SerializedString(member);
      members.add(
          (out, value) -> {
            out.writeName(quoted);
            writer.accept(out, value);
          });
      return this;
    }

    private <U> Builder<T> sometimes(
        String member,
        Shape<?> shape,
        Function<T, @Nullable U> getter,
        BiConsumer<JsonGenerator, U> writer) {
      fields.add(Field.of(member, shape));
      SerializedString quoted = new SerializedString(member);
      members.add(
          (out, value) -> {
            U present = getter.apply(value);
            if (present != null) {
              out.writeName(quoted);
              writer.accept(out, present);
            }
          });
      return this;
    }
  }
}
