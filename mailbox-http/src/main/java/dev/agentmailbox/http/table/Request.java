package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request as seen by a handler.
 *
 * <p>Immutable and thread safe.
 *
 * @param requestId {@code req_…}
 * @param claimOrNull null without {@code Idempotency-Key}
 */
public record Request(
    Operation operation,
    String requestId,
    Origin origin,
    Content content,
    @Nullable IdempotencyClaim claimOrNull) {

  /**
   * The origin of a request.
   *
   * @param callerOrNull null for a public operation
   * @param sessionOrNull the cookie of a signed-in human; null for any other caller
   * @param client the client address behind trusted proxies
   * @param gone completes when the client disconnects before an asynchronous response
   * @param furtherCalls counts the calls that the request contains beyond the first against the
   *     limits of the key; throws {@code rate_limited} or {@code daily_limit_exceeded}
   */
  public record Origin(
      @Nullable Caller callerOrNull,
      @Nullable SessionCookie sessionOrNull,
      InetAddress client,
      CompletionStage<Void> gone,
      IntConsumer furtherCalls) {}

  /**
   * The content of a request.
   *
   * @param parameters path, query and header fields
   * @param body the fields of the body
   * @param bodyJson the body as sent, an empty object without one; a binary node with its bytes for
   *     an operation that parses the body itself
   */
  public record Content(Input parameters, Input body, JsonNode bodyJson) {}

  /**
   * The caller.
   *
   * @throws IllegalStateException in a public operation
   */
  public Caller caller() {
    Caller caller = origin.callerOrNull();
    if (caller == null) {
      throw new IllegalStateException(operation.id() + " is public and has no caller");
    }
    return caller;
  }

  /** The session cookie of a human caller. */
  public Optional<SessionCookie> session() {
    return Optional.ofNullable(origin.sessionOrNull());
  }

  /** The client address behind trusted proxies. */
  public InetAddress client() {
    return origin.client();
  }

  /** Completes when the client disconnects before an asynchronous response. */
  public CompletionStage<Void> callerGone() {
    return origin.gone();
  }

  /** The fields of the body. */
  public Input body() {
    return content.body();
  }

  /** The body as sent. */
  public JsonNode bodyJson() {
    return content.bodyJson();
  }

  public Optional<IdempotencyClaim> claim() {
    return Optional.ofNullable(claimOrNull);
  }

  /**
   * Makes the operation idempotent: the response with that status and view is stored in its
   * transaction and replayed for the same {@code Idempotency-Key}.
   */
  public <T> IdempotentRequest<T> once(int status, View<T> view) {
    return once(status, view, result -> result);
  }

  /**
   * As {@link #once(int, View)}; the replayed response is built from the result without its secret.
   */
  public <T, U> IdempotentRequest<T> once(int status, View<U> view, Function<T, U> repeated) {
    IdempotencyClaim claim = claimOrNull;
    if (claim == null) {
      return IdempotentRequest.unkeyed();
    }
    return IdempotentRequest.keyed(
        claim.organizationId(),
        claim.storageKey(),
        claim.bodyHash(),
        result ->
            new IdempotencyStore.Answer(
                status,
                new String(JsonBytes.of(view, repeated.apply(result)), StandardCharsets.UTF_8)));
  }

  /** As {@link #once(int, View)}, for a 204 response. */
  public <T> IdempotentRequest<T> onceWithoutContent() {
    IdempotencyClaim claim = claimOrNull;
    return claim == null
        ? IdempotentRequest.unkeyed()
        : IdempotentRequest.keyed(
            claim.organizationId(),
            claim.storageKey(),
            claim.bodyHash(),
            result -> new IdempotencyStore.Answer(204, ""));
  }

  /**
   * Validates the body and returns its fields.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code validation_error} with every problem
   */
  public Input validatedBody() {
    FieldProblems problems = new FieldProblems();
    Input judged = operation.body().read(bodyJson(), "", problems);
    problems.refuseIfAny();
    return Objects.requireNonNull(judged);
  }

  /**
   * Refuses a malformed request, adding the problems that the handler finds in the valid fields.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code validation_error} with every problem
   */
  public void refuseIfWrong(FieldProblems problems) {
    if (problems.isEmpty()) {
      return;
    }
    List<FieldProblem> ofForm = problems.all();
    for (FieldProblem more : operation.handler().problems(this)) {
      if (body().names(more.path()) && ofForm.stream().noneMatch(more::touches)) {
        problems.add(more.path(), more.message());
      }
    }
    problems.refuseIfAny();
  }

  /** The value of a field that is required or has a default. */
  public <T> T get(Field<T> field) {
    return inputOf(field).get(field);
  }

  /** The value of a field; empty when it is absent or null. */
  public <T> Optional<T> find(Field<T> field) {
    return inputOf(field).find(field);
  }

  /** Whether the value is JSON null. */
  public boolean isNull(Field<?> field) {
    return inputOf(field).isNull(field);
  }

  /** Whether the field is present, possibly null. */
  public boolean has(Field<?> field) {
    return inputOf(field).has(field);
  }

  private Input inputOf(Field<?> field) {
    return field.location() == ParameterLocation.BODY ? content.body() : content.parameters();
  }
}
