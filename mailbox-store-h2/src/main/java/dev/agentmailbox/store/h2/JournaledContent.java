package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.h2.journal.Change;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Content in the record of the transaction whose row refers to it first. One sync then makes both
 * durable; the file of the content is synced with many others before the next checkpoint, after
 * which no start reads the record.
 */
interface JournaledContent {
  /** Stands for the statement in the record; no database runs it. */
  String SQL = "CONTENT ?, ?";

  /** Where the values of {@code Dialect.insertContent} have the key and the bytes. */
  int KEY = 0;

  int BYTES = 3;

  /** Makes sure that the file of the content is there with these bytes. */
  void recover(String key, byte[] bytes) throws IOException;

  /** The content among the values of {@code Dialect.insertContent}. */
  static Change change(@Nullable Object[] values) {
    return new Change(
        SQL,
        List.of(Objects.requireNonNull(values[KEY]), Objects.requireNonNull(values[BYTES])),
        1);
  }
}
