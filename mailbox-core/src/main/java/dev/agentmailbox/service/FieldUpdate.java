package dev.agentmailbox.service;

import org.jspecify.annotations.Nullable;

/**
 * One field of a partial update: left alone, set, or cleared.
 *
 * @param present false to leave the field as it is
 * @param value the new value; null clears
 */
public record FieldUpdate<T>(boolean present, @Nullable T value) {
  public static <T> FieldUpdate<T> none() {
    return new FieldUpdate<>(false, null);
  }

  public static <T> FieldUpdate<T> to(@Nullable T value) {
    return new FieldUpdate<>(true, value);
  }

  /** The new value where there is one, else the old. */
  public @Nullable T or(@Nullable T old) {
    return present ? value : old;
  }
}
