package dev.agentmailbox.service.request;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.inbox.Inbox;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes the JSON size of a client's object without serializing it. */
public final class Metadata {
  private static final int MAX_DEPTH = 16;

  private Metadata() {}

  public static void check(FieldProblems problems, String path, Map<String, Object> metadata) {
    if (size(metadata, 0) > Inbox.MAX_METADATA_BYTES) {
      problems.add(path, "must be at most " + Inbox.MAX_METADATA_BYTES + " bytes as JSON");
    }
  }

  /** Size of the compact JSON text in bytes; over the limit when nested too deeply. */
  private static long size(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      return Inbox.MAX_METADATA_BYTES + 1L;
    }
    if (value instanceof Map<?, ?> map) {
      long size = 2L + Math.max(0, map.size() - 1);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        size += text(String.valueOf(entry.getKey())) + 1 + size(entry.getValue(), depth + 1);
      }
      return size;
    }
    if (value instanceof List<?> list) {
      long size = 2L + Math.max(0, list.size() - 1);
      for (Object item : list) {
        size += size(item, depth + 1);
      }
      return size;
    }
    return value instanceof String string ? text(string) : String.valueOf(value).length();
  }

  private static long text(String value) {
    long escapes = value.chars().map(Metadata::escape).sum();
    return value.getBytes(StandardCharsets.UTF_8).length + escapes + 2;
  }

  /** Bytes added by escaping: a backslash or {@code \\u00xx}. */
  private static int escape(int character) {
    if (character == '"' || character == '\\' || "\b\t\n\f\r".indexOf(character) >= 0) {
      return 1;
    }
    return character < ' ' ? 5 : 0;
  }
}
