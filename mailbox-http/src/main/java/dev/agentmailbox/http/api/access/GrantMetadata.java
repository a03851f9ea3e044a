package dev.agentmailbox.http.api.access;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.grant.GrantRequest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * OAuth metadata of the protected resource (RFC 9728) and of the authorization server (RFC 8414),
 * which are the same service. Immutable and thread safe.
 */
public final class GrantMetadata {
  static final String AUTHORIZE = "/oauth/authorize";
  static final String TOKEN = "/oauth/token";
  static final String REGISTER = "/oauth/register";
  static final String REVOKE = "/oauth/revoke";
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String MCP = "/mcp";

  private final String issuer;
  private final String docsUrl;

  /**
   * The metadata of a service.
   *
   * @param issuer its base URL
   */
  public GrantMetadata(String issuer, String docsUrl) {
    this.issuer = issuer;
    this.docsUrl = docsUrl;
  }

  String issuer() {
    return issuer;
  }

  /** Resource indicators (RFC 8707); a grant covers all of them. */
  Set<String> resources() {
    return Set.of(issuer, issuer + "/", issuer + MCP, issuer + "/v0");
  }

  List<Operation> rows() {
    return List.of(
        document("resourceMetadata", RESOURCE, () -> resource(issuer)),
        document("mcpResourceMetadata", RESOURCE + MCP, () -> resource(issuer + MCP)),
        document("serverMetadata", "/.well-known/oauth-authorization-server", this::server));
  }

  private static Operation document(String id, String path, Supplier<ObjectNode> content) {
    Document document = new Document(content);
    return Operation.get(id, path)
        .access(AccessRule.PUBLIC)
        .with(Trait.HIDDEN, Trait.IGNORES_UNKNOWN_QUERY)
        .answer(ResponseSpec.other(200, ResponseSpec.JSON, "The metadata."))
        .handledBy(call -> Response.jsonText(200, document.text()));
  }

  /** Rendered when it is first asked for, which a start need not wait for. */
  private static final class Document {
    private final Supplier<ObjectNode> content;
    private volatile @Nullable String text;

    Document(Supplier<ObjectNode> content) {
      this.content = content;
    }

    String text() {
      String rendered = text;
      if (rendered == null) {
        rendered = content.get().toString();
        text = rendered;
      }
      return rendered;
    }
  }

  private ObjectNode resource(String address) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("resource", address);
    list(node, "authorization_servers", List.of(issuer));
    list(node, "scopes_supported", names(GrantRequest.usualPermissions()));
    list(node, "bearer_methods_supported", List.of("header"));
    return node.put("resource_name", "Agent Mailbox").put("resource_documentation", docsUrl);
  }

  private ObjectNode server() {
    List<String> authentication = List.of("none", "client_secret_basic", "client_secret_post");
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("issuer", issuer)
        .put("authorization_endpoint", issuer + AUTHORIZE)
        .put("token_endpoint", issuer + TOKEN)
        .put("registration_endpoint", issuer + REGISTER)
        .put("revocation_endpoint", issuer + REVOKE)
        .put("service_documentation", docsUrl)
        .put("authorization_response_iss_parameter_supported", true)
        .put("client_id_metadata_document_supported", true);
    list(node, "response_types_supported", List.of("code"));
    list(node, "response_modes_supported", List.of("query"));
    list(node, "grant_types_supported", List.of("authorization_code", "refresh_token"));
    list(node, "code_challenge_methods_supported", List.of("S256"));
    list(node, "token_endpoint_auth_methods_supported", authentication);
    list(node, "revocation_endpoint_auth_methods_supported", authentication);
    list(node, "scopes_supported", names(Arrays.asList(Permission.values())));
    return node;
  }

  static List<String> names(Collection<Permission> permissions) {
    return permissions.stream().sorted().map(Permission::wireName).toList();
  }

  private static void list(ObjectNode node, String name, List<String> values) {
    ArrayNode array = node.putArray(name);
    values.forEach(array::add);
  }
}
