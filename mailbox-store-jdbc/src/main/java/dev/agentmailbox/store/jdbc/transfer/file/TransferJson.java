package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.port.StoreException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of an export: rows of any length, and small records. */
public final class TransferJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  private TransferJson() {}

  public static JsonNode read(byte[] line) {
    try {
      return MAPPER.readTree(line);
    } catch (JacksonException e) {
      // The exception message could quote the line.
      throw new StoreException("a line of the export is not valid JSON", null);
    }
  }

  public static <T> T read(byte[] text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JacksonException e) {
      throw new StoreException("a " + type.getSimpleName() + " cannot be read", null);
    }
  }

  /** One line without a line feed. */
  public static byte[] line(Object value) {
    return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
  }

  /** Indented, for people. */
  public static byte[] pretty(Object value) {
    return (MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value)
            + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
