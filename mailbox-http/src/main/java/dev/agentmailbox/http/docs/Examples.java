package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.table.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests and answers of every operation and error, recorded by a test that runs a server. Files
 * are read when they are first asked for. Not thread safe.
 */
final class Examples {
  /** The address of the server that was recorded. */
  private static final String RECORDED_AT = "http://localhost:8080";

  private static final String ERRORS = "errors";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String baseUrl;
  private final Map<String, JsonNode> files = new HashMap<>();

  /**
   * Examples as a server at that address would answer them.
   *
   * @param baseUrl without a trailing slash
   */
  Examples(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /**
   * The example of an operation: {@code parameters} by name, {@code request}, {@code status} and
   * {@code response}; empty for an operation that the library's user added.
   */
  Optional<ObjectNode> of(Operation row) {
    return file(row.tag().toLowerCase(Locale.ROOT).replace(' ', '-'))
        .optional(row.id())
        .map(ObjectNode.class::cast);
  }

  /** The problem document of an error. */
  JsonNode problem(ErrorCode code) {
    return file(ERRORS).required(code.wireName());
  }

  private JsonNode file(String name) {
    return files.computeIfAbsent(name, this::read);
  }

  private JsonNode read(String name) {
    try (InputStream in = Examples.class.getResourceAsStream("examples/" + name + ".json")) {
      if (in == null) {
        return JsonNodeFactory.instance.objectNode();
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return MAPPER.readTree(text.replace(RECORDED_AT, baseUrl));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
