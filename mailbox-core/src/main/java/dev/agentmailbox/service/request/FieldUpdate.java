package dev.agentmailbox.service.request;

import org.jspecify.annotations.Nullable;

/**
 * An update of one field: keep, set or clear.
 *
 * @param present false to keep the field
 * @param value the new value; null clears
 */
public record FieldUpdate<T>(boolean present, @Nullable T value) {
  public static <T> FieldUpdate<T> none() {
    return new FieldUpdate<>(false, null);
  }

  public static <T> FieldUpdate<T> to(@Nullable T value) {
    return new FieldUpdate<>(true, value);
  }

  /** The new value if present, else the old one. */
  public @Nullable T or(@Nullable T old) {
    return present ? value : old;
  }
}
