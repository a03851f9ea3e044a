package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.View;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a row. Not thread safe; used once. */
public final class OperationBuilder {
  final String id;
  final HttpMethod method;
  final PathTemplate path;
  final List<Field<?>> fields = new ArrayList<>();
  final List<ResponseSpec> answers = new ArrayList<>();
  final Set<Permission> permissions = EnumSet.noneOf(Permission.class);
  AccessRule access = AccessRule.BOTH;
  String tag = "";
  String summary = "";
  String description = "";
  @Nullable String bodyName;
  @Nullable String tool;
  BodySize bodySize = BodySize.ORDINARY;
  final Set<ErrorCode> errors = EnumSet.noneOf(ErrorCode.class);
  final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  @Nullable Challenge challenge;
  @Nullable MailboxException refusal;
  @Nullable Handler handler;

  OperationBuilder(String id, HttpMethod method, String path) {
    this.id = id;
    this.method = method;
    this.path = PathTemplate.parse(path);
  }

  String bodyName() {
    return bodyName != null
        ? bodyName
        : Character.toUpperCase(id.charAt(0)) + id.substring(1) + "Request";
  }

  public OperationBuilder tag(String group) {
    tag = group;
    return this;
  }

  public OperationBuilder summary(String oneLine) {
    summary = oneLine;
    return this;
  }

  public OperationBuilder description(String text) {
    description = text;
    return this;
  }

  public OperationBuilder access(AccessRule who) {
    access = who;
    return this;
  }

  public OperationBuilder permission(Permission needed) {
    permissions.add(needed);
    return this;
  }

  public OperationBuilder field(Field<?> field) {
    fields.add(field);
    return this;
  }

  public OperationBuilder fields(List<Field<?>> more) {
    fields.addAll(more);
    return this;
  }

  /** Sets the schema name of a body shared by several rows. */
  public OperationBuilder bodyNamed(String name) {
    bodyName = name;
    return this;
  }

  public OperationBuilder answer(ResponseSpec answer) {
    answers.add(answer);
    return this;
  }

  /** Declares a 200 response with that object. */
  public OperationBuilder answersOk(View<?> view, String text) {
    return answer(ResponseSpec.json(200, view.shape(), text));
  }

  /** Declares a JSON response with that status. */
  public OperationBuilder answers(int status, Shape<?> shape, String text) {
    return answer(ResponseSpec.json(status, shape, text));
  }

  public OperationBuilder answersNoContent(String text) {
    return answer(ResponseSpec.noContent(text));
  }

  /** Declares errors beyond those that follow from the other properties of the row. */
  public OperationBuilder errors(ErrorCode... more) {
    errors.addAll(List.of(more));
    return this;
  }

  /** As {@link #errors(ErrorCode...)}, for those that several rows have in common. */
  public OperationBuilder errors(Set<ErrorCode> more) {
    errors.addAll(more);
    return this;
  }

  public OperationBuilder with(Trait... more) {
    traits.addAll(List.of(more));
    return this;
  }

  public OperationBuilder tool(String mcpName) {
    tool = mcpName;
    return this;
  }

  public OperationBuilder bodySize(BodySize size) {
    bodySize = size;
    return this;
  }

  /** Sets additional content of a 401. */
  public OperationBuilder challenge(Challenge what) {
    challenge = what;
    return this;
  }

  /** For an operation that is not offered: refuses every caller with this error. */
  public OperationBuilder refusing(MailboxException with) {
    refusal = with;
    return this;
  }

  public Operation handledBy(Handler what) {
    handler = what;
    return new Operation(this);
  }

  /** Builds a row that only refuses. */
  public Operation build() {
    return new Operation(this);
  }
}
