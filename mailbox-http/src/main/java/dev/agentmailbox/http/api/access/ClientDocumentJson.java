package dev.agentmailbox.http.api.access;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.port.access.ClientDocuments.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads a client metadata document. */
public final class ClientDocumentJson {
  private static final String SECRET = "client_secret";

  private ClientDocumentJson() {}

  /** The document; empty when malformed, or when it contains a secret, since it is public. */
  public static Optional<Document> read(byte[] bytes) {
    JsonNode node = StrictJson.read(bytes, new FieldProblems());
    if (node == null || !node.isObject() || node.has(SECRET)) {
      return Optional.empty();
    }
    List<String> redirects = new ArrayList<>();
    node.path("redirect_uris").forEach(item -> redirects.add(text(item)));
    JsonNode authentication = node.path("token_endpoint_auth_method");
    return Optional.of(
        new Document(
            text(node.path("client_id")),
            text(node.path("client_name")),
            redirects,
            authentication.isMissingNode() ? "none" : text(authentication)));
  }

  private static String text(JsonNode node) {
    return node.isString() ? node.stringValue() : "";
  }
}
