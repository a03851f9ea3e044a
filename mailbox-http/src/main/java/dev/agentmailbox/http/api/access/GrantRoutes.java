package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.grant.GrantRefusal;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.access.grant.GrantRequest;
import dev.agentmailbox.service.access.grant.Grants;
import dev.agentmailbox.service.access.grant.RedirectAddress;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Authorization of applications in the console: showing, granting and denying requests. */
public final class GrantRoutes {
  private static final String AUTHORIZATION = "/oauth/authorization";
  private static final String GRANTS = "/oauth/grants";
  private static final Shape<String> DECISION = Shapes.choice("allow", "refuse");
  private static final Field<String> GRANT_ID = Field.path("grant_id", "The grant.");
  private static final Field<String> DECIDED = Field.of("decision", DECISION).required();
  private static final Field<String> POD_ID = Field.of("pod_id", Shapes.text());
  private static final Field<String> INBOX_ID = Field.of("inbox_id", Shapes.text());
  private static final Field<List<Permission>> PERMISSIONS =
      Field.of(
          "permissions",
          Shapes.list(Shapes.choice(List.of(Permission.values()), Permission::wireName)));

  /**
   * An authorization request as shown to the human.
   *
   * @param refusal the OAuth error when the request is invalid whatever the human decides; null
   *     otherwise
   * @param refusedTo where that error is redirected to; null when not refused
   */
  private record GrantRequestView(
      GrantClient client,
      GrantRequest request,
      RedirectAddress redirect,
      @Nullable String refusal,
      @Nullable String refusedTo) {
    @Nullable String documentHost() {
      String id = client.id();
      return id.contains("://") ? URI.create(id).getHost() : null;
    }
  }

  private static final View<GrantRequestView> GRANT_REQUEST =
      View.<GrantRequestView>of("GrantRequest")
          .text("client_id", view -> view.client().id())
          .about("The client_id under which the application asks.")
          .text("client_name", view -> view.client().name())
          .about("Name of the application as it states it itself; not verified.")
          .optionalText("document_host", GrantRequestView::documentHost)
          .about(
              "Host that publishes the client metadata document; absent for a registered"
                  + " client.")
          .text("redirect_host", view -> view.redirect().host())
          .about("Host that receives the authorization code.")
          .flag("own_machine", view -> view.redirect().isOnOwnMachine())
          .about("True when the redirect goes to a loopback address.")
          .texts("permissions", view -> GrantMetadata.names(view.request().permissions()))
          .about("Permissions the application asks for.")
          .texts("all_permissions", view -> GrantMetadata.names(Arrays.asList(Permission.values())))
          .about("Every permission that can be granted.")
          .optionalText("refusal", GrantRequestView::refusal)
          .about(
              "OAuth error code when the request is refused whatever the human decides;"
                  + " absent otherwise.")
          .optionalText("redirect_to", GrantRequestView::refusedTo)
          .about("Where to send the browser when the request is refused; absent otherwise.")
          .build();

  private static final View<Optional<String>> DECISION_MADE =
      View.<Optional<String>>of("GrantDecision")
          .optionalText("redirect_to", to -> to.orElse(null))
          .about(
              "Redirect for the browser. Absent from replayed responses, because it carries"
                  + " a single-use code.")
          .build();

  private static final View<Grants.Held> GRANT =
      View.<Grants.Held>of("Grant")
          .text("grant_id", held -> held.grant().id())
          .text("api_key_id", held -> held.key().id())
          .about("The API key that carries the permissions of the grant.")
          .text("client_id", held -> held.grant().client().id())
          .about("The client_id of the application.")
          .text("client_name", held -> held.grant().client().name())
          .about("Name of the application as it states it itself.")
          .text("approved_by", held -> held.grant().approvedBy())
          .about("user_id of the human who granted access.")
          .word(
              "scope_type",
              ScopeType.values(),
              ScopeType::wireName,
              held -> held.key().scope().type())
          .about("What the application sees: the whole organization, one pod or one inbox.")
          .text("scope_id", held -> held.key().scope().id())
          .about("Identifier of the organization, pod or inbox in scope.")
          .texts("permissions", held -> GrantMetadata.names(held.key().permissions()))
          .about("Permissions granted.")
          .text(
              "status",
              Shapes.choice("active", "revoked"),
              held -> held.key().revokedAt() == null ? "active" : "revoked")
          .about("active, or revoked once access was taken back.")
          .optionalTime("used_at", held -> held.key().usedAt())
          .about("Last use, with a resolution of one minute; absent when never used.")
          .time("created_at", held -> held.grant().createdAt())
          .build();
  private static final View<ListPage<Grants.Held>> LIST = Lists.of("GrantList", "grants", GRANT);

  private final Mailbox mailbox;
  private final Paging paging;
  private final GrantMetadata metadata;
  private final GrantFields inQuery = GrantFields.inQuery();
  private final GrantFields inBody = GrantFields.inBody();

  public GrantRoutes(Mailbox mailbox, Paging paging, GrantMetadata metadata) {
    this.mailbox = mailbox;
    this.paging = paging;
    this.metadata = metadata;
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.get("lookAtGrantRequest", AUTHORIZATION))
            .with(Trait.IGNORES_UNKNOWN_QUERY)
            .fields(inQuery.all())
            .answersOk(GRANT_REQUEST, "The request.")
            .handledBy(this::look),
        row(Operation.post("decideGrantRequest", AUTHORIZATION))
            .fields(inBody.all())
            .field(DECIDED)
            .field(POD_ID)
            .field(INBOX_ID)
            .field(PERMISSIONS)
            .answersOk(DECISION_MADE, "Decided.")
            .handledBy(this::decide),
        row(Operation.get("listGrants", GRANTS))
            .fields(Paging.FIELDS)
            .answersOk(LIST, "A page of grants.")
            .handledBy(
                call ->
                    Response.ok(
                        LIST,
                        paging.answer(call, grants().list(call.caller(), paging.request(call))))),
        row(Operation.delete("revokeGrant", GRANTS + "/{grant_id}"))
            .field(GRANT_ID)
            .answersNoContent("Revoked.")
            .handledBy(
                call -> {
                  grants().revoke(call.caller(), call.get(GRANT_ID));
                  return Response.noContent();
                }));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.access(AccessRule.HUMAN).with(Trait.HIDDEN);
  }

  private Grants grants() {
    return mailbox.oauth().grants();
  }

  private Response look(Request call) {
    GrantRequest request = inQuery.read(call);
    GrantClient client = asking(call, request);
    RedirectAddress redirect = RedirectAddress.read(request.redirectUri()).orElseThrow();
    try {
      request.requireWellFormed(metadata.resources());
      return Response.ok(
          GRANT_REQUEST, new GrantRequestView(client, request, redirect, null, null));
    } catch (GrantRefusal refusal) {
      String to = refusedTo(request, refusal, inQuery.state(call));
      return Response.ok(
          GRANT_REQUEST,
          new GrantRequestView(client, request, redirect, refusal.description(), to));
    }
  }

  private Response decide(Request call) {
    GrantRequest request = inBody.read(call);
    String state = inBody.state(call);
    var unused = asking(call, request);
    String to =
        call.get(DECIDED).equals("allow")
            ? allowed(call, request, state)
            : refused(call, request, state);
    return Response.ok(DECISION_MADE, Optional.of(to)).with("Cache-Control", "no-store");
  }

  private String refused(Request call, GrantRequest request, String state) {
    GrantRefusal refusal = new GrantRefusal(Reason.ACCESS_DENIED, "the human denied access");
    IdempotentRequest<String> idempotency = call.once(200, DECISION_MADE, Optional::of);
    return grants().refuse(idempotency, refusedTo(request, refusal, state));
  }

  private String allowed(Request call, GrantRequest request, String state) {
    EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
    permissions.addAll(call.find(PERMISSIONS).orElse(List.of()));
    ScopeRef scope = new ScopeRef(call.find(POD_ID).orElse(null), call.find(INBOX_ID).orElse(null));
    try {
      GrantSecret made =
          grants()
              .approve(
                  call.caller(),
                  request,
                  scope,
                  permissions,
                  metadata.resources(),
                  call.once(200, DECISION_MADE, code -> Optional.empty()));
      return back(request, Map.of("code", made.reveal()), state);
    } catch (GrantRefusal refusal) {
      return refusedTo(request, refusal, state);
    }
  }

  /** Until client and redirect address are verified, errors go to the human only. */
  private GrantClient asking(Request call, GrantRequest request) {
    try {
      return grants().asking(call.caller(), request);
    } catch (GrantRefusal refusal) {
      throw MailboxException.of(ErrorCode.INVALID_REQUEST, refusal.description());
    }
  }

  private String refusedTo(GrantRequest request, GrantRefusal refusal, String state) {
    Map<String, String> answer = new LinkedHashMap<>();
    answer.put("error", refusal.reason().wireName());
    answer.put("error_description", refusal.description());
    return back(request, answer, state);
  }

  /** The redirect address with the result and the issuer (RFC 9207). */
  private String back(GrantRequest request, Map<String, String> answer, String state) {
    Map<String, String> parameters = new LinkedHashMap<>(answer);
    if (!state.isEmpty()) {
      parameters.put("state", state);
    }
    parameters.put("iss", metadata.issuer());
    StringBuilder to = new StringBuilder(request.redirectUri());
    char between = request.redirectUri().indexOf('?') < 0 ? '?' : '&';
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      to.append(between).append(parameter.getKey()).append('=');
      to.append(GrantFields.encoded(parameter.getValue()));
      between = '&';
    }
    return to.toString();
  }
}
