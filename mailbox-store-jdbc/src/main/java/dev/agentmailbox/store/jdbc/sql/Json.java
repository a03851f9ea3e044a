package dev.agentmailbox.store.jdbc.sql;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.port.StoreException;
import java.io.StringWriter;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Stores values as JSON text. The text is trusted, so parsing has no limits: whatever was written
 * can be read.
 */
public final class Json {
  private static final int EXPECTED_CHARACTERS = 1024;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();
  private static final String NOTHING = "{}";

  /** What most rows have; a start that reads nothing else does not wait for data binding. */
  private static final Map<Class<?>, Object> EMPTY =
      Map.of(Policy.class, Policy.INHERIT, Map.class, Map.of());

  private Json() {}

  private static final class Binding {
    static final JsonMapper MAPPER =
        JsonMapper.builder(FACTORY)
            .changeDefaultPropertyInclusion(
                inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addSerializer(String.class, new CleanText()))
            .build();
  }

  public static String write(Object value) {
    if (EMPTY.containsValue(value)) {
      return NOTHING;
    }
    try {
      return Binding.MAPPER.writeValueAsString(value);
    } catch (JacksonException e) {
      // The exception message could quote the value.
      throw new StoreException("a value cannot be written as JSON: " + value.getClass(), null);
    }
  }

  public static <T> T read(String text, Class<T> type) {
    if (text.equals(NOTHING) && EMPTY.containsKey(type)) {
      return type.cast(EMPTY.get(type));
    }
    try {
      return Binding.MAPPER.readValue(text, type);
    } catch (JacksonException e) {
      throw new StoreException("a stored " + type.getSimpleName() + " cannot be read", null);
    }
  }

  /** As {@link #write}, token by token. Strings must be {@linkplain #clean clean}. */
  public static String write(Consumer<JsonGenerator> writer) {
    StringWriter text = new StringWriter(EXPECTED_CHARACTERS);
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      writer.accept(out);
    } catch (JacksonException e) {
      // The exception message could quote the value.
      throw new StoreException("a value cannot be written as JSON", null);
    }
    return text.toString();
  }

  /**
   * As {@link #read}, token by token, for an object.
   *
   * @param reader starts at the beginning of the object
   * @param what names the value in exceptions
   */
  public static <T> T read(String text, Function<JsonParser, T> reader, String what) {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        return reader.apply(in);
      }
    } catch (JacksonException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // Not JSON, or a value that cannot be; the exception message could quote it.
    }
    throw new StoreException("a stored " + what + " cannot be read", null);
  }

  /** Removes U+0000, which some databases cannot store. */
  public static @Nullable String clean(@Nullable String text) {
    return text == null || text.indexOf('\0') < 0 ? text : text.replace("\0", "");
  }

  private static final class CleanText extends ValueSerializer<String> {
    @Override
    public void serialize(String value, JsonGenerator generator, SerializationContext context) {
      generator.writeString(value.indexOf('\0') < 0 ? value : value.replace("\0", ""));
    }
  }
}
