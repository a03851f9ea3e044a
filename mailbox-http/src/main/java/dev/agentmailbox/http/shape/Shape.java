package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The type of a JSON value: parses, validates and describes it. Created by {@link Shapes}.
 *
 * <p>Immutable and thread safe.
 *
 * @param <T> the Java type of a valid value
 */
public interface Shape<T> {

  /**
   * Parses a value, never JSON null.
   *
   * @param path location of the value, for {@code errors[].path}
   * @return null exactly when a problem was added
   */
  @Nullable T read(JsonNode node, String path, FieldProblems problems);

  /**
   * As {@link #read}, but keeps the valid parts of a value with problems, so that they can be
   * judged too.
   *
   * @return null when no part can be kept
   */
  default @Nullable T readPartly(JsonNode node, String path, FieldProblems problems) {
    return read(node, path, problems);
  }

  /** Stands for an invalid item in a list that is read partly; null when there is no such value. */
  default @Nullable T placeholder() {
    return null;
  }

  /**
   * The JSON Schema (draft 2020-12) of the value; named objects are added to {@code components}.
   */
  ObjectNode schema(Components components);

  /**
   * Converts the value of a query parameter or header to JSON for parsing.
   *
   * @param texts the values of the parameter in order, at least one
   */
  default JsonNode fromText(List<String> texts) {
    return StringNode.valueOf(texts.get(texts.size() - 1));
  }

  /** Whether a parameter of this shape may be given several times. */
  default boolean isRepeatable() {
    return false;
  }
}
