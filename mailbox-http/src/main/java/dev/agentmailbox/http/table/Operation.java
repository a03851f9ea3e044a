package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.service.IdempotentRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of the operation table: everything the router, the request reader, the OpenAPI document,
 * the reference page and the tool list know about an operation.
 *
 * <p>Immutable and thread safe.
 */
public final class Operation {
  private static final String REPLAYED = "Idempotency-Replayed";

  private final Builder row;
  private final List<Field<?>> parameters;
  private final ObjectShape body;

  private Operation(Builder row) {
    this.row = row;
    this.parameters = row.fields.stream().filter(f -> f.place() != ParameterLocation.BODY).toList();
    List<Field<?>> members = new ArrayList<>(row.fields);
    members.removeAll(parameters);
    this.body = ObjectShape.closed(members.isEmpty() ? "" : row.bodyName(), members);
  }

  public static Builder get(String id, String path) {
    return new Builder(id, HttpMethod.GET, path);
  }

  public static Builder post(String id, String path) {
    return new Builder(id, HttpMethod.POST, path);
  }

  public static Builder put(String id, String path) {
    return new Builder(id, HttpMethod.PUT, path);
  }

  public static Builder patch(String id, String path) {
    return new Builder(id, HttpMethod.PATCH, path);
  }

  public static Builder delete(String id, String path) {
    return new Builder(id, HttpMethod.DELETE, path);
  }

  public static Builder row(String id, HttpMethod method, String path) {
    return new Builder(id, method, path);
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

  /** Every permission the caller needs, beyond those that single query fields ask for. */
  public Set<Permission> permissions() {
    return row.permissions;
  }

  /** Path, query and header fields. */
  public List<Field<?>> parameters() {
    return parameters;
  }

  /** The fields of the body; one without fields when the operation takes none. */
  public ObjectShape body() {
    return body;
  }

  public boolean hasBody() {
    return !body.fields().isEmpty();
  }

  public List<ResponseSpec> answers() {
    return row.answers;
  }

  /** The answer with that status, when the row has one. */
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

  /** The name of the MCP tool, when the operation is one. */
  public Optional<String> tool() {
    return Optional.ofNullable(row.tool);
  }

  public BodySize bodySize() {
    return row.bodySize;
  }

  /** Whether {@code Idempotency-Key} must be there. Every POST accepts one. */
  public boolean requiresIdempotencyKey() {
    return row.requiresIdempotencyKey;
  }

  /** Whether repeats with one {@code Idempotency-Key} get one answer. */
  public boolean acceptsIdempotencyKey() {
    return row.method == HttpMethod.POST && row.refusal == null && !row.withoutIdempotency;
  }

  /** The refusal that every authenticated caller gets of an operation that is not offered. */
  public Optional<MailboxException> refusal() {
    return Optional.ofNullable(row.refusal);
  }

  /** Whether a sign-up key may call it before its inbox is claimed. */
  public boolean isOpenBeforeClaim() {
    return row.openBeforeClaim;
  }

  /** Whether the handler never waits, so that no worker is needed. */
  public boolean isAnsweredAtOnce() {
    return row.answeredAtOnce;
  }

  /** Whether only the console asks so: without a session it counts against the console's rate. */
  public boolean isOfConsole() {
    return row.ofConsole;
  }

  /** Whether a signed-in human may call it who belongs to no organization or is not active. */
  public boolean isOpenToEveryHuman() {
    return row.openToEveryHuman;
  }

  /** Whether unknown query parameters are ignored, as on the WebSocket paths. */
  public boolean ignoresUnknownQuery() {
    return row.ignoresUnknownQuery;
  }

  /** Whether the body is left to the handler: {@link Request#bodyJson} then holds its bytes. */
  public boolean readsRawBody() {
    return row.rawBody;
  }

  /** Whether the handler has the body's fields judged, see {@link Request#judgedBody}. */
  public boolean judgesBodyLater() {
    return row.judgesBodyLater;
  }

  /** What a 401 of this operation says beside its code. */
  public Optional<Challenge> challenge() {
    return Optional.ofNullable(row.challenge);
  }

  /** Whether the operation is in the documents. */
  public boolean isDocumented() {
    return !row.hidden && !row.path.hasRest();
  }

  public Handler handler() {
    if (row.handler == null) {
      throw new IllegalStateException(row.id + " has no handler");
    }
    return row.handler;
  }

  /** Runs the operation, or answers what was answered to this very request before. */
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

  /** Puts a row together. Not thread safe; used once. */
  public static final class Builder {
    private final String id;
    private final HttpMethod method;
    private final PathTemplate path;
    private final List<Field<?>> fields = new ArrayList<>();
    private final List<ResponseSpec> answers = new ArrayList<>();
    private final Set<Permission> permissions = EnumSet.noneOf(Permission.class);
    private AccessRule access = AccessRule.BOTH;
    private String tag = "";
    private String summary = "";
    private String description = "";
    private @Nullable String bodyName;
    private @Nullable String tool;
    private BodySize bodySize = BodySize.ORDINARY;
    private boolean requiresIdempotencyKey;
    private boolean withoutIdempotency;
    private boolean ignoresUnknownQuery;
    private boolean hidden;
    private boolean openBeforeClaim;
    private boolean answeredAtOnce;
    private boolean rawBody;
    private boolean judgesBodyLater;
    private @Nullable Challenge challenge;
    private boolean ofConsole;
    private boolean openToEveryHuman;
    private @Nullable MailboxException refusal;
    private @Nullable Handler handler;

    private Builder(String id, HttpMethod method, String path) {
      this.id = id;
      this.method = method;
      this.path = PathTemplate.parse(path);
    }

    private String bodyName() {
      return bodyName != null
          ? bodyName
          : Character.toUpperCase(id.charAt(0)) + id.substring(1) + "Request";
    }

    public Builder tag(String group) {
      tag = group;
      return this;
    }

    public Builder summary(String oneLine) {
      summary = oneLine;
      return this;
    }

    public Builder description(String text) {
      description = text;
      return this;
    }

    public Builder access(AccessRule who) {
      access = who;
      return this;
    }

    public Builder permission(Permission needed) {
      permissions.add(needed);
      return this;
    }

    public Builder field(Field<?> field) {
      fields.add(field);
      return this;
    }

    public Builder fields(List<Field<?>> more) {
      fields.addAll(more);
      return this;
    }

    /** The schema name of the body, for bodies that several rows share. */
    public Builder bodyNamed(String name) {
      bodyName = name;
      return this;
    }

    public Builder answer(ResponseSpec answer) {
      answers.add(answer);
      return this;
    }

    /** The answer 200 with that object. */
    public Builder answersOk(View<?> view, String text) {
      return answer(ResponseSpec.json(200, view.shape(), text));
    }

    /** A JSON answer with that status. */
    public Builder answers(int status, Shape<?> shape, String text) {
      return answer(ResponseSpec.json(status, shape, text));
    }

    public Builder answersNoContent(String text) {
      return answer(ResponseSpec.noContent(text));
    }

    public Builder tool(String mcpName) {
      tool = mcpName;
      return this;
    }

    public Builder bodySize(BodySize size) {
      bodySize = size;
      return this;
    }

    public Builder idempotencyKeyRequired() {
      requiresIdempotencyKey = true;
      return this;
    }

    /** For a POST that changes nothing, so that nothing need be remembered. */
    public Builder withoutIdempotency() {
      withoutIdempotency = true;
      return this;
    }

    public Builder ignoringUnknownQuery() {
      ignoresUnknownQuery = true;
      return this;
    }

    /** Open to a sign-up key before its inbox is claimed. */
    public Builder openBeforeClaim() {
      openBeforeClaim = true;
      return this;
    }

    /**
     * For an operation without a body whose handler never waits, nor asks the store: it runs on the
     * I/O thread and is answered even when every worker is busy.
     */
    public Builder answeredAtOnce() {
      answeredAtOnce = true;
      return this;
    }

    /** For an operation that reads the bytes of its body itself, and no idempotency key. */
    public Builder rawBody() {
      rawBody = true;
      return withoutIdempotency();
    }

    /** For a handler that has something to ask before the body's fields are judged. */
    public Builder judgingBodyLater() {
      judgesBodyLater = true;
      return this;
    }

    /** What a 401 says beside its code. */
    public Builder challenge(Challenge what) {
      challenge = what;
      return this;
    }

    /** Only the console makes such requests. */
    public Builder ofConsole() {
      ofConsole = true;
      return this;
    }

    /** Open to a signed-in human who belongs to no organization or is not active. */
    public Builder openToEveryHuman() {
      openToEveryHuman = true;
      return this;
    }

    public Builder hidden() {
      hidden = true;
      return this;
    }

    /** For an operation that is not offered: everyone is refused with this. */
    public Builder refusing(MailboxException with) {
      refusal = with;
      return this;
    }

    public Operation handledBy(Handler what) {
      handler = what;
      return new Operation(this);
    }

    /** A row that only refuses. */
    public Operation build() {
      return new Operation(this);
    }
  }
}
