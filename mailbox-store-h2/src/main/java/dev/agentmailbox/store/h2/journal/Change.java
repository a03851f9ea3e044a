package dev.agentmailbox.store.h2.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded statement that changed rows.
 *
 * @param sql with a question mark for each parameter
 * @param parameters each a String, Long, Integer, Boolean, byte array or null
 * @param rows number of rows changed; the same on replay
 */
public record Change(String sql, List<@Nullable Object> parameters, int rows) {
  /** Whether a record can contain this parameter value. */
  public static boolean canHold(@Nullable Object value) {
    return value == null
        || value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Boolean
        || value instanceof byte[];
  }
}
