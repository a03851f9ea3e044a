package dev.agentmailbox.http.table;

/**
 * What an {@code Idempotency-Key} of a request is bound to. An operation of the core stores it,
 * with its answer, in the transaction that it protects.
 *
 * @param space organization and key scope, or the operation alone for a public one
 * @param operationId the row's id
 * @param path the decoded path of the request
 * @param key 1 to 255 visible ASCII characters
 * @param bodyHash SHA-256 of the canonical body in lower-case hexadecimal
 */
public record IdempotencyClaim(
    String space, String operationId, String path, String key, String bodyHash) {

  /**
   * Everything but the body, as the store knows it: SHA-256 in lower-case hexadecimal, because keys
   * are the caller's and of any length.
   */
  public String storageKey() {
    return Hashes.sha256Hex(space + '\n' + operationId + '\n' + path + '\n' + key);
  }

  /** Says nothing of the key, which is the caller's. */
  @Override
  public String toString() {
    return "IdempotencyClaim[" + operationId + "]";
  }
}
