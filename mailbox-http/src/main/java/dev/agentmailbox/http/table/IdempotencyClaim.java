package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.limit.AddressRange;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code Idempotency-Key} of a request is bound to. An operation of the core stores it,
 * with its answer, in the transaction that it protects.
 *
 * @param space organization and key scope, or address and body for a public operation
 * @param operationId the row's id
 * @param path the decoded path of the request
 * @param key 1 to 255 visible ASCII characters
 * @param bodyHash SHA-256 of the canonical body in lower-case hexadecimal
 */
public record IdempotencyClaim(
    String space, String operationId, String path, String key, String bodyHash) {

  /**
   * Organization and key scope; the human for an operation about that human. Strangers who call a
   * public operation share no space: there the address and the body are part of the name, so that
   * nobody is given the answer to another's request, which may hold a link or a code.
   *
   * @param client the caller's address, seen through trusted proxies
   */
  public static String space(
      Operation operation, @Nullable Caller caller, InetAddress client, String bodyHash) {
    if (caller == null) {
      return "public " + AddressRange.ofCaller(client) + ' ' + bodyHash;
    }
    if (operation.isOpenToEveryHuman()) {
      return "human " + caller.id();
    }
    Scope scope = caller.scope();
    return scope.organizationId() + ' ' + scope.type() + ' ' + scope.id();
  }

  /**
   * Everything but the body, as the store knows it: SHA-256 in lower-case hexadecimal, because keys
   * are the caller's and of any length.
   */
  public String storageKey() {
    return Sha256.hex(space + '\n' + operationId + '\n' + path + '\n' + key);
  }

  /** Says nothing of the key, which is the caller's. */
  @Override
  public String toString() {
    return "IdempotencyClaim[" + operationId + "]";
  }
}
