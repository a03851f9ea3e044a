package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.server.connection.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A form as posted to OAuth endpoints (RFC 6749 appendix B). Immutable. */
public final class FormBody {
  private final Map<String, List<String>> fields;

  private FormBody(Map<String, List<String>> fields) {
    this.fields = fields;
  }

  /**
   * Parses a body.
   *
   * @throws MailboxException {@code invalid_request} when it is malformed
   */
  public static FormBody read(byte[] body) {
    Map<String, List<String>> fields =
        RequestTarget.parameters(new String(body, StandardCharsets.UTF_8));
    for (List<String> values : fields.values()) {
      if (values.stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
        throw MailboxException.of(
            ErrorCode.INVALID_REQUEST, "the form must not contain the character U+0000");
      }
    }
    return new FormBody(fields);
  }

  /** A field; empty values count as absent (RFC 6749 section 3.2). */
  public Optional<String> find(String name) {
    return Optional.ofNullable(fields.get(name))
        .map(values -> values.get(0))
        .filter(value -> !value.isEmpty());
  }

  /** Whether a field is repeated. */
  public boolean repeats() {
    return fields.values().stream().anyMatch(values -> values.size() > 1);
  }

  /** Names only: values are secrets. */
  @Override
  public String toString() {
    return fields.keySet().stream().sorted().collect(Collectors.joining(", ", "FormBody[", "]"));
  }
}
