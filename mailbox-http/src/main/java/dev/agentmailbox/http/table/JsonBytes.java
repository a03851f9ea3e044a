package dev.agentmailbox.http.table;

import dev.agentmailbox.http.shape.View;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.ByteArrayBuilder;

/** Serializes JSON to bytes. */
public final class JsonBytes {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();
  private static final int EXPECTED_BYTES = 1024;

  private JsonBytes() {}

  /** The value serialized by its view, in UTF-8. */
  public static <T> byte[] of(View<T> view, T value) {
    return write(out -> view.write(out, value));
  }

  /** As {@link #of}, with a line feed: in a terminal the next output begins on its own line. */
  public static <T> byte[] line(View<T> view, T value) {
    return write(
        out -> {
          view.write(out, value);
          out.writeRaw('\n');
        });
  }

  /** The output of the writer, in UTF-8. */
  public static byte[] write(Consumer<JsonGenerator> writer) {
    // Does not copy what it has when it grows.
    try (ByteArrayBuilder bytes = new ByteArrayBuilder(EXPECTED_BYTES)) {
      try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
        writer.accept(out);
      }
      return bytes.toByteArray();
    }
  }
}
