package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One row of the operation table: the definition of an operation for the router, the request
 * parser, the OpenAPI document, the reference page and the tool list.
 *
 * <p>Immutable and thread safe.
 */
public final class Operation {
  private static final String REPLAYED = "Idempotency-Replayed";

  private final OperationBuilder row;
  private final List<Field<?>> parameters;
  private final ObjectShape body;

  Operation(OperationBuilder row) {
    this.row = row;
    this.parameters =
        row.fields.stream().filter(f -> f.location() != ParameterLocation.BODY).toList();
    List<Field<?>> members = new ArrayList<>(row.fields);
    members.removeAll(parameters);
    this.body = ObjectShape.closed(members.isEmpty() ? "" : row.bodyName(), members);
  }

  public static OperationBuilder get(String id, String path) {
    return new OperationBuilder(id, HttpMethod.GET, path);
  }

  public static OperationBuilder post(String id, String path) {
    return new OperationBuilder(id, HttpMethod.POST, path);
  }

  public static OperationBuilder put(String id, String path) {
    return new OperationBuilder(id, HttpMethod.PUT, path);
  }

  public static OperationBuilder patch(String id, String path) {
    return new OperationBuilder(id, HttpMethod.PATCH, path);
  }

  public static OperationBuilder delete(String id, String path) {
    return new OperationBuilder(id, HttpMethod.DELETE, path);
  }

  public static OperationBuilder row(String id, HttpMethod method, String path) {
    return new OperationBuilder(id, method, path);
  }

  /** Unique, in camel case, for example {@code createInbox}. */
  public String id() {
    return row.id;
  }

  public HttpMethod method() {
    return row.method;
  }

  public PathTemplate path() {
    return row.path;
  }

  public AccessRule access() {
    return row.access;
  }

  /** The permissions required, besides those that individual query fields require. */
  public Set<Permission> permissions() {
    return row.permissions;
  }

  /** Path, query and header fields. */
  public List<Field<?>> parameters() {
    return parameters;
  }

  /** The body; without fields when the operation takes none. */
  public ObjectShape body() {
    return body;
  }

  public boolean hasBody() {
    return !body.fields().isEmpty();
  }

  public List<ResponseSpec> answers() {
    return row.answers;
  }

  /** The response with that status, if declared. */
  public Optional<ResponseSpec> answer(int status) {
    return row.answers.stream().filter(answer -> answer.status() == status).findFirst();
  }

  /** The group in documents, for example {@code Inboxes}. */
  public String tag() {
    return row.tag;
  }

  public String summary() {
    return row.summary;
  }

  /** Further text in plain sentences; may be empty. */
  public String description() {
    return row.description;
  }

  /** The name of the MCP tool, if any. */
  public Optional<String> tool() {
    return Optional.ofNullable(row.tool);
  }

  public boolean is(Trait trait) {
    return row.traits.contains(trait);
  }

  public BodySize bodySize() {
    return row.bodySize;
  }

  /** Whether retries with the same {@code Idempotency-Key} replay the response. */
  public boolean acceptsIdempotencyKey() {
    return row.method == HttpMethod.POST
        && row.refusal == null
        && !is(Trait.WITHOUT_IDEMPOTENCY)
        && !is(Trait.RAW_BODY);
  }

  /** The error with which an operation that is not offered refuses every caller. */
  public Optional<MailboxException> refusal() {
    return Optional.ofNullable(row.refusal);
  }

  /** The codes of all errors that it answers, in the order of {@link ErrorCode}. */
  public Set<ErrorCode> errors() {
    return OperationErrors.of(this, row.errors);
  }

  /** Additional content of a 401. */
  public Optional<Challenge> challenge() {
    return Optional.ofNullable(row.challenge);
  }

  /** Whether the operation is documented. */
  public boolean isDocumented() {
    return !is(Trait.HIDDEN) && !row.path.hasRest();
  }

  public Handler handler() {
    if (row.handler == null) {
      throw new IllegalStateException(row.id + " has no handler");
    }
    return row.handler;
  }

  /** Runs the operation, or replays the response stored for this request. */
  public Response run(Request call) {
    try {
      return handler().handle(call);
    } catch (IdempotentRequest.Replay replay) {
      IdempotencyStore.Answer answer = replay.answer();
      Response repeated =
          answer.body().isEmpty()
              ? Response.noContent()
              : Response.jsonText(answer.status(), answer.body());
      return repeated.with(REPLAYED, "true");
    }
  }

  boolean hasHandler() {
    return row.handler != null;
  }

  @Override
  public String toString() {
    return row.method + " " + row.path.text();
  }
}
