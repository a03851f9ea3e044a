package dev.agentmailbox.port.table;

import java.util.function.Function;

/**
 * What a column stores of a row.
 *
 * @param type String, Integer, Long, Boolean or Instant; of any other class the value is stored
 *     whole, for example as JSON
 * @param getter returns null where the row has no value
 */
public record Field<T>(String name, Class<?> type, Function<T, Object> getter) {
  /** The field of an object that contains this one. */
  <S> Field<S> of(Function<S, T> containing) {
    return new Field<>(name, type, row -> getter.apply(containing.apply(row)));
  }
}
