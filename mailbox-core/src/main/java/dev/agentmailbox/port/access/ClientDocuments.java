package dev.agentmailbox.port.access;

import java.util.List;
import java.util.Optional;

/**
 * Reads the documents in which programs describe themselves (draft-ietf-oauth-client-id-metadata
 * -document). Whoever asks has checked that the address is one of https; where it leads, how long
 * it takes and what comes back is hostile. Thread safe.
 */
public interface ClientDocuments {
  /** Reads none: programs must register. */
  ClientDocuments NONE = address -> Optional.empty();

  /**
   * What a program says of itself.
   *
   * @param clientId must be the address of the document
   * @param authentication how it proves itself, as written; {@code none} when nothing is written
   */
  record Document(String clientId, String name, List<String> redirectUris, String authentication) {
    public Document {
      redirectUris = List.copyOf(redirectUris);
    }
  }

  /**
   * Fetches a document; bounded in size and time.
   *
   * @return empty when it cannot be had or read
   */
  Optional<Document> fetch(String address);
}
