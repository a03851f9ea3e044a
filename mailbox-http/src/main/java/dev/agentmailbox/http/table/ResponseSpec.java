package dev.agentmailbox.http.table;

import dev.agentmailbox.http.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A successful response of an operation.
 *
 * @param shape of the JSON body; null when there is none or it is not JSON
 * @param contentType null when there is no body
 */
public record ResponseSpec(
    int status, @Nullable Shape<?> shape, @Nullable String contentType, String description) {
  public static final String JSON = "application/json";

  public static ResponseSpec json(int status, Shape<?> shape, String description) {
    return new ResponseSpec(status, shape, JSON, description);
  }

  public static ResponseSpec noContent(String description) {
    return new ResponseSpec(204, null, null, description);
  }

  /** A body without a schema, for example an HTML page. */
  public static ResponseSpec other(int status, String contentType, String description) {
    return new ResponseSpec(status, null, contentType, description);
  }

  /** A protocol upgrade. */
  public static ResponseSpec switching(String description) {
    return new ResponseSpec(101, null, null, description);
  }

  /** A redirect. */
  public static ResponseSpec redirect(String description) {
    return new ResponseSpec(302, null, null, description);
  }
}
