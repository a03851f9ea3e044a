package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.api.common.PublicUrls;
import dev.agentmailbox.http.server.FormBody;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.grant.GrantClients;
import dev.agentmailbox.service.access.grant.GrantClients.Keeping;
import dev.agentmailbox.service.access.grant.GrantClients.Registered;
import dev.agentmailbox.service.access.grant.GrantRefusal;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.access.grant.GrantTokens;
import dev.agentmailbox.service.access.grant.GrantTokens.Credentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OAuth endpoints for applications: registration (RFC 7591), tokens (RFC 6749) and revocation
 * (RFC 7009). Responses and errors have the formats of those documents. Each step is logged with
 * its request id, without secrets.
 */
public final class GrantProgramRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(GrantProgramRoutes.class);
  private static final Field<String> AUTHORIZATION = Field.header("Authorization", Shapes.text());
  private static final Set<String> AUTHENTICATION =
      Set.of("none", "client_secret_basic", "client_secret_post");
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;

  private final Mailbox mailbox;
  private final PublicUrls publicUrls;
  private final GrantMetadata metadata;
  private final GrantFields asked = GrantFields.inQuery();

  public GrantProgramRoutes(Mailbox mailbox, PublicUrls publicUrls, GrantMetadata metadata) {
    this.mailbox = mailbox;
    this.publicUrls = publicUrls;
    this.metadata = metadata;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>(metadata.rows());
    rows.add(
        Operation.get("authorize", GrantMetadata.AUTHORIZE)
            .access(AccessRule.PUBLIC)
            .with(Trait.OF_CONSOLE, Trait.HIDDEN)
            .with(Trait.IGNORES_UNKNOWN_QUERY)
            .fields(asked.all())
            .answer(ResponseSpec.redirect("Redirect to the console, where the human decides."))
            .handledBy(
                call ->
                    Response.redirect(publicUrls.appUrl() + "/authorize?" + asked.query(call))
                        .with("Cache-Control", "no-store")
                        .with("Referrer-Policy", "no-referrer")));
    rows.add(
        row("registerClient", GrantMetadata.REGISTER)
            .answer(ResponseSpec.other(201, ResponseSpec.JSON, "Registered."))
            .handledBy(call -> answered(call, this::register)));
    rows.add(
        row("issueToken", GrantMetadata.TOKEN)
            .bodySize(BodySize.FORM)
            .field(AUTHORIZATION)
            .answer(ResponseSpec.other(200, ResponseSpec.JSON, "Tokens."))
            .handledBy(call -> answered(call, this::token)));
    rows.add(
        row("revokeToken", GrantMetadata.REVOKE)
            .bodySize(BodySize.FORM)
            .field(AUTHORIZATION)
            .answer(ResponseSpec.other(200, ResponseSpec.JSON, "Revoked."))
            .handledBy(call -> answered(call, this::revoke)));
    return rows;
  }

  private static OperationBuilder row(String id, String path) {
    return Operation.post(id, path)
        .access(AccessRule.PUBLIC)
        .with(Trait.HIDDEN, Trait.IGNORES_UNKNOWN_QUERY)
        .with(Trait.RAW_BODY);
  }

  private static Response answered(Request call, Function<Request, Response> work) {
    Response reply;
    try {
      reply = work.apply(call);
      LOG.info("request {}: {} done", call.requestId(), call.operation().id());
    } catch (GrantRefusal refusal) {
      String name = refusal.reason().wireName();
      LOG.info("request {}: {} refused: {}", call.requestId(), call.operation().id(), name);
      reply = refused(refusal);
    }
    return reply.with("Cache-Control", "no-store");
  }

  private static Response refused(GrantRefusal refusal) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("error", refusal.reason().wireName())
            .put("error_description", refusal.description());
    boolean client = refusal.reason() == Reason.INVALID_CLIENT;
    Response reply = Response.jsonText(client ? UNAUTHORIZED : BAD_REQUEST, node.toString());
    return client ? reply.with("WWW-Authenticate", "Basic realm=\"oauth\"") : reply;
  }

  private Response register(Request call) {
    JsonNode sent = StrictJson.read(bytes(call), new FieldProblems());
    if (sent == null || !sent.isObject()) {
      throw new GrantRefusal(Reason.INVALID_CLIENT_METADATA, "the body must be a JSON object");
    }
    String authentication = text(sent, "token_endpoint_auth_method").orElse("client_secret_basic");
    boolean offered =
        AUTHENTICATION.contains(authentication)
            && names(sent, "grant_types", "authorization_code")
            && names(sent, "response_types", "code");
    if (!offered) {
      throw new GrantRefusal(
          Reason.INVALID_CLIENT_METADATA,
          "only the authorization code flow is supported, with the token_endpoint_auth_method none,"
              + " client_secret_basic or client_secret_post");
    }
    Registered made =
        mailbox
            .oauth()
            .clients()
            .register(
                publicUrls.network(call),
                new GrantClients.Registration(
                    text(sent, "client_name").orElse(null),
                    texts(sent.path("redirect_uris")),
                    authentication.equals("none") ? Keeping.NOTHING : Keeping.SECRET));
    return Response.jsonText(201, registered(made, authentication).toString());
  }

  private static ObjectNode registered(Registered made, String authentication) {
    GrantClient client = made.client();
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("client_id", client.id())
            .put("client_id_issued_at", client.createdAt().getEpochSecond())
            .put("client_name", client.name())
            .put("token_endpoint_auth_method", authentication);
    ArrayNode redirects = node.putArray("redirect_uris");
    client.redirectUris().forEach(redirects::add);
    node.putArray("grant_types").add("authorization_code").add("refresh_token");
    node.putArray("response_types").add("code");
    made.secret()
        .map(GrantSecret::reveal)
        .ifPresent(secret -> node.put("client_secret", secret).put("client_secret_expires_at", 0));
    return node;
  }

  private Response token(Request call) {
    FormBody form = form(call);
    Credentials who = ClientCredentials.of(call.find(AUTHORIZATION), form);
    @Nullable String resource = form.find("resource").orElse(null);
    if (resource != null && !metadata.resources().contains(resource)) {
      throw new GrantRefusal(Reason.INVALID_TARGET, "unknown resource");
    }
    GrantTokens tokens = mailbox.oauth().tokens();
    GrantTokens.Issued issued =
        switch (required(form, "grant_type")) {
          case "authorization_code" ->
              tokens.exchange(
                  who,
                  required(form, "code"),
                  form.find("redirect_uri").orElse(null),
                  required(form, "code_verifier"),
                  resource);
          case "refresh_token" -> tokens.refresh(who, required(form, "refresh_token"), resource);
          default ->
              throw new GrantRefusal(
                  Reason.UNSUPPORTED_GRANT_TYPE,
                  "only authorization_code and refresh_token are supported");
        };
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("access_token", issued.access().reveal())
            .put("token_type", "Bearer")
            .put("expires_in", GrantTokens.ACCESS_LIFE.toSeconds())
            .put("refresh_token", issued.refresh().reveal())
            .put("scope", String.join(" ", GrantMetadata.names(issued.permissions())));
    return Response.jsonText(200, node.toString());
  }

  private Response revoke(Request call) {
    FormBody form = form(call);
    Credentials who = ClientCredentials.of(call.find(AUTHORIZATION), form);
    mailbox.oauth().tokens().revoke(who, required(form, "token"));
    return Response.jsonText(200, "{}");
  }

  private static FormBody form(Request call) {
    FormBody form = FormBody.read(bytes(call));
    if (form.repeats()) {
      throw new GrantRefusal(Reason.INVALID_REQUEST, "a parameter is repeated");
    }
    return form;
  }

  private static String required(FormBody form, String name) {
    return form.find(name)
        .orElseThrow(() -> new GrantRefusal(Reason.INVALID_REQUEST, name + " is required"));
  }

  private static byte[] bytes(Request call) {
    try {
      return call.bodyJson().binaryValue();
    } catch (RuntimeException notBinary) {
      throw new UncheckedIOException(new IOException("the body was not kept", notBinary));
    }
  }

  private static Optional<String> text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
  }

  /** Whether the list is absent or contains the value. */
  private static boolean names(JsonNode node, String list, String wanted) {
    return !node.has(list) || texts(node.path(list)).contains(wanted);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    // A value that is not a string is refused as an invalid address.
    list.forEach(item -> texts.add(item.isString() ? item.stringValue() : ""));
    return texts;
  }
}
