package dev.agentmailbox.http.shape;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parsed values of a set of fields. Distinguishes absent, null and present.
 *
 * <p>Immutable and thread safe.
 */
public final class Input {
  private static final Object JSON_NULL = new Object();

  private final List<Field<?>> fields;
  private final @Nullable Object[] values;

  private Input(List<Field<?>> fields, @Nullable Object[] values) {
    this.fields = fields;
    this.values = values;
  }

  /**
   * The value of a field that is required or has a default.
   *
   * @throws IllegalStateException when there is none, which means the field should have been
   *     required
   */
  public <T> T get(Field<T> field) {
    return find(field).orElseThrow(() -> new IllegalStateException("no value for " + field.name()));
  }

  /** The value of a field; empty when it is absent or null. */
  @SuppressWarnings("unchecked") // the builder stored a value of the field's type
  public <T> Optional<T> find(Field<T> field) {
    Object value = values[indexOf(field)];
    if (value == null) {
      return field.defaultValue();
    }
    return value == JSON_NULL ? Optional.empty() : Optional.of((T) value);
  }

  /** Whether the value is JSON null. */
  public boolean isNull(Field<?> field) {
    return values[indexOf(field)] == JSON_NULL;
  }

  /** Whether the field is present, possibly null. */
  public boolean has(Field<?> field) {
    return values[indexOf(field)] != null;
  }

  /** Whether the field at the start of a problem path has a value. */
  public boolean names(String path) {
    for (int i = 0; i < values.length; i++) {
      String name = fields.get(i).name();
      if (path.startsWith(name)
          && (path.length() == name.length() || ".[".indexOf(path.charAt(name.length())) >= 0)) {
        return values[i] != null;
      }
    }
    return false;
  }

  /** Whether no field is present. */
  public boolean isEmpty() {
    for (Object value : values) {
      if (value != null) {
        return false;
      }
    }
    return true;
  }

  private int indexOf(Field<?> field) {
    for (int i = 0; i < values.length; i++) {
      if (fields.get(i) == field) {
        return i;
      }
    }
    throw new IllegalStateException("the operation does not have the field " + field.name());
  }

  /** Collects the values of a set of fields, in their order. Not thread safe. */
  public static final class Builder {
    private final List<Field<?>> fields;
    private final @Nullable Object[] values;

    public Builder(List<Field<?>> fields) {
      this.fields = fields;
      this.values = new Object[fields.size()];
    }

    /** Sets the value of the field at that index. */
    public void put(int index, Object value) {
      values[index] = value;
    }

    void putNull(int index) {
      values[index] = JSON_NULL;
    }

    /** The values; the builder must not be used afterwards. */
    public Input build() {
      return new Input(fields, values);
    }
  }
}
