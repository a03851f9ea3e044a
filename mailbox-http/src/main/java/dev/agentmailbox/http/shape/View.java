package dev.agentmailbox.http.shape;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/**
 * How a value is written as a JSON object. One declaration gives the writer and the schema, so that
 * they cannot disagree.
 *
 * <p>Immutable and thread safe.
 */
public final class View<T> {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final ObjectShape shape;
  private final List<BiConsumer<JsonGenerator, T>> members;

  private View(ObjectShape shape, List<BiConsumer<JsonGenerator, T>> members) {
    this.shape = shape;
    this.members = List.copyOf(members);
  }

  /** Starts the view of an object whose schema has that name. */
  public static <T> Builder<T> of(String name) {
    return new Builder<>(name);
  }

  /** The schema side. */
  public ObjectShape shape() {
    return shape;
  }

  /** Writes the value as an object. */
  public void write(JsonGenerator out, T value) {
    out.writeStartObject();
    for (BiConsumer<JsonGenerator, T> member : members) {
      member.accept(out, value);
    }
    out.writeEndObject();
  }

  /** A timestamp as answers write it: UTC, whole seconds. */
  public static String timestamp(Instant time) {
    return SECONDS.format(time);
  }

  /** Adds one member after another. Not thread safe. */
  public static final class Builder<T> {
    private final String name;
    private final List<Field<?>> fields = new ArrayList<>();
    private final List<BiConsumer<JsonGenerator, T>> members = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /** A string that is always there. */
    public Builder<T> text(String member, Function<T, String> getter, String description) {
      return text(member, Shapes.text(), getter, description);
    }

    /** A string of a certain shape that is always there. */
    public Builder<T> text(
        String member, Shape<?> shape, Function<T, String> getter, String description) {
      return always(
          member, shape, (out, value) -> out.writeString(getter.apply(value)), description);
    }

    /** A string that is left out when there is none. */
    public Builder<T> optionalText(
        String member, Function<T, Optional<String>> getter, String description) {
      return optionalText(member, Shapes.text(), getter, description);
    }

    /** A string of a certain shape that is left out when there is none. */
    public Builder<T> optionalText(
        String member, Shape<?> shape, Function<T, Optional<String>> getter, String description) {
      return sometimes(member, shape, getter, JsonGenerator::writeString, description);
    }

    /** A string that is null when there is none. */
    public Builder<T> textOrNull(
        String member, Function<T, Optional<String>> getter, String description) {
      fields.add(Field.of(member, Shapes.text(), description).required().nullable());
      return add(
          member,
          (out, value) -> {
            Optional<String> text = getter.apply(value);
            if (text.isPresent()) {
              out.writeString(text.get());
            } else {
              out.writeNull();
            }
          });
    }

    public Builder<T> count(String member, ToLongFunction<T> getter, String description) {
      return always(
          member,
          Shapes.count(),
          (out, value) -> out.writeNumber(getter.applyAsLong(value)),
          description);
    }

    /** A count that is left out when there is none. */
    public Builder<T> optionalCount(
        String member, Function<T, Optional<Long>> getter, String description) {
      return sometimes(member, Shapes.count(), getter, JsonGenerator::writeNumber, description);
    }

    public Builder<T> number(String member, ToDoubleFunction<T> getter, String description) {
      return always(
          member,
          Shapes.number(),
          (out, value) -> out.writeNumber(getter.applyAsDouble(value)),
          description);
    }

    public Builder<T> flag(String member, Predicate<T> getter, String description) {
      return always(
          member, Shapes.flag(), (out, value) -> out.writeBoolean(getter.test(value)), description);
    }

    public Builder<T> time(String member, Function<T, Instant> getter, String description) {
      return always(
          member,
          Shapes.timestamp(),
          (out, value) -> out.writeString(SECONDS.format(getter.apply(value))),
          description);
    }

    /** A timestamp with milliseconds. */
    public Builder<T> exactTime(String member, Function<T, Instant> getter, String description) {
      return always(
          member,
          Shapes.timestamp(),
          (out, value) -> out.writeString(MILLISECONDS.format(getter.apply(value))),
          description);
    }

    /** A timestamp that is left out when there is none. */
    public Builder<T> optionalTime(
        String member, Function<T, Optional<Instant>> getter, String description) {
      return sometimes(
          member,
          Shapes.timestamp(),
          getter,
          (out, time) -> out.writeString(SECONDS.format(time)),
          description);
    }

    public Builder<T> date(String member, Function<T, LocalDate> getter, String description) {
      return always(
          member,
          Shapes.date(),
          (out, value) -> out.writeString(getter.apply(value).toString()),
          description);
    }

    /** A list of strings, present even when empty. */
    public Builder<T> texts(
        String member, Function<T, ? extends Collection<String>> getter, String description) {
      return texts(member, Shapes.text(), getter, description);
    }

    /** A list of strings of a certain shape, present even when empty. */
    public Builder<T> texts(
        String member,
        Shape<?> item,
        Function<T, ? extends Collection<String>> getter,
        String description) {
      return always(
          member,
          Shapes.list(item),
          (out, value) -> {
            out.writeStartArray();
            getter.apply(value).forEach(out::writeString);
            out.writeEndArray();
          },
          description);
    }

    /** A nested object that is always there. */
    public <U> Builder<T> object(
        String member, View<U> view, Function<T, U> getter, String description) {
      return always(
          member, view.shape(), (out, value) -> view.write(out, getter.apply(value)), description);
    }

    /** A nested object that is left out when there is none. */
    public <U> Builder<T> optionalObject(
        String member, View<U> view, Function<T, Optional<U>> getter, String description) {
      return sometimes(member, view.shape(), getter, view::write, description);
    }

    /** A list of nested objects, present even when empty. */
    public <U> Builder<T> objects(
        String member,
        View<U> view,
        Function<T, ? extends Collection<U>> getter,
        String description) {
      return always(
          member,
          Shapes.list(view.shape()),
          (out, value) -> {
            out.writeStartArray();
            getter.apply(value).forEach(item -> view.write(out, item));
            out.writeEndArray();
          },
          description);
    }

    /** An object of plain values: maps, lists, strings, numbers, booleans, nulls. */
    public Builder<T> plain(
        String member,
        Shape<?> shape,
        Function<T, ? extends Map<String, ? extends @Nullable Object>> getter,
        String description) {
      return always(
          member, shape, (out, value) -> PlainJson.write(out, getter.apply(value)), description);
    }

    /** An object that is JSON text already and is written as it is. */
    public Builder<T> json(
        String member, Shape<?> shape, Function<T, String> getter, String description) {
      return always(
          member, shape, (out, value) -> out.writeRawValue(getter.apply(value)), description);
    }

    /** Every member of another view of the same value, in place. */
    public Builder<T> include(View<T> other) {
      fields.addAll(other.shape.fields());
      members.addAll(other.members);
      return this;
    }

    public View<T> build() {
      return new View<>(ObjectShape.open(name, fields), members);
    }

    private Builder<T> always(
        String member, Shape<?> shape, BiConsumer<JsonGenerator, T> writer, String description) {
      fields.add(Field.of(member, shape, description).required());
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
        Function<T, Optional<U>> getter,
        BiConsumer<JsonGenerator, U> writer,
        String description) {
      fields.add(Field.of(member, shape, description));
      SerializedString quoted = new SerializedString(member);
      members.add(
          (out, value) -> {
            Optional<U> present = getter.apply(value);
            if (present.isPresent()) {
              out.writeName(quoted);
              writer.accept(out, present.get());
            }
          });
      return this;
    }
  }
}
