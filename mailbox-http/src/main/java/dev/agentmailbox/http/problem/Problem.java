package dev.agentmailbox.http.problem;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.PlainJson;
import dev.agentmailbox.http.table.JsonBytes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * A problem document (RFC 9457).
 *
 * @param docsUrl URL of the reference, without a trailing slash
 * @param instance the path of the request, without its query
 * @param requestId {@code req_…}
 * @param toHuman whether it is written for a human in the console, not for an agent
 */
public record Problem(
    MailboxException refusal, String docsUrl, String instance, String requestId, boolean toHuman) {
  public static final String CONTENT_TYPE = "application/problem+json";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  public int status() {
    return ProblemCatalog.of(refusal.code()).status();
  }

  /**
   * Seconds for the {@code Retry-After} header, at least 1: on every 429 and retryable 503, and
   * wherever the exception sets it.
   */
  public Optional<Long> retryAfterSeconds() {
    boolean always = status() == 429 || (status() == 503 && entry().retryable());
    Optional<Duration> wait = refusal.retryAfter();
    if (wait.isEmpty() && !always) {
      return Optional.empty();
    }
    Duration shown = wait.orElse(SHORTEST_WAIT);
    long seconds = shown.toSeconds() + (shown.toNanosPart() > 0 ? 1 : 0);
    return Optional.of(Math.max(seconds, SHORTEST_WAIT.toSeconds()));
  }

  /** The document in UTF-8. */
  public byte[] toJson() {
    return JsonBytes.write(this::write);
  }

  private String fix(ErrorCode code) {
    return toHuman ? ProblemCatalog.humanFix(code) : entry().fix();
  }

  private ProblemCatalog.Entry entry() {
    return ProblemCatalog.of(refusal.code());
  }

  private void write(JsonGenerator out) {
    ErrorCode code = refusal.code();
    ProblemCatalog.Entry entry = entry();
    String text = String.valueOf(refusal.getMessage());
    String link = docsUrl + "/errors#" + code.wireName();
    out.writeStartObject();
    out.writeStringProperty("type", link);
    out.writeStringProperty("title", entry.className());
    out.writeNumberProperty("status", entry.status());
    out.writeStringProperty("detail", text);
    out.writeStringProperty("instance", instance);
    out.writeStringProperty("name", entry.className());
    out.writeStringProperty("code", code.wireName());
    out.writeStringProperty("message", text);
    out.writeStringProperty("fix", refusal.fix().orElse(fix(code)));
    out.writeStringProperty("docs", link);
    out.writeBooleanProperty("retryable", entry.retryable());
    out.writeStringProperty("request_id", requestId);
    for (Map.Entry<String, Object> detail : refusal.details().entrySet()) {
      out.writeName(detail.getKey());
      PlainJson.write(out, detail.getValue());
    }
    if (code == ErrorCode.VALIDATION_ERROR) {
      writeProblems(out);
    }
    out.writeEndObject();
    out.writeRaw('\n');
  }

  private void writeProblems(JsonGenerator out) {
    out.writeArrayPropertyStart("errors");
    for (FieldProblem problem : refusal.problems()) {
      out.writeStartObject();
      out.writeStringProperty("path", problem.path());
      out.writeStringProperty("message", problem.message());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
