package dev.agentmailbox.port.access;

import java.util.List;
import java.util.Optional;

/**
 * Fetches OAuth client ID metadata documents (draft-ietf-oauth-client-id-metadata-document). The
 * caller has checked that the address is an https URL; host, response time and response are
 * untrusted, so implementations connect only to public addresses. Thread safe.
 */
public interface ClientDocuments {
  /** Fetches nothing: clients must register. */
  ClientDocuments NONE = address -> Optional.empty();

  /**
   * A client's metadata.
   *
   * @param clientId must equal the URL of the document
   * @param authentication value of {@code token_endpoint_auth_method}; {@code none} when absent
   */
  record Document(String clientId, String name, List<String> redirectUris, String authentication) {
    public Document {
      redirectUris = List.copyOf(redirectUris);
    }
  }

  /**
   * Fetches a document, bounded in size and time.
   *
   * @return empty when it cannot be fetched or parsed
   */
  Optional<Document> fetch(String address);
}
