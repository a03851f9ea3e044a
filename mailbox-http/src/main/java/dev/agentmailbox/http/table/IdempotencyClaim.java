package dev.agentmailbox.http.table;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ParameterLocation;
import java.net.InetAddress;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code Idempotency-Key} is bound to. The core stores it with the response, in the
 * transaction that it protects.
 *
 * @param organizationId empty for public operations, and for those about one human
 * @param space organization and key scope, or address and body for a public operation
 * @param operationId id of the row
 * @param target the values of the path parameters, as the operation reads them: spellings of one
 *     address are one target
 * @param key 1 to 255 visible ASCII characters
 * @param bodyHash SHA-256 of the canonical body in lower-case hexadecimal
 */
public record IdempotencyClaim(
    String organizationId,
    String space,
    String operationId,
    String target,
    String key,
    String bodyHash) {

  /**
   * The claim of a request, the same over REST and MCP.
   *
   * @param parameters as read from the request
   */
  public static IdempotencyClaim of(
      Operation operation, Request.Origin origin, Input parameters, String key, String bodyHash) {
    StringJoiner target = new StringJoiner("/");
    for (Field<?> field : operation.parameters()) {
      if (field.location() == ParameterLocation.PATH) {
        parameters.find(field).ifPresent(value -> target.add(value.toString()));
      }
    }
    Caller caller = origin.callerOrNull();
    return new IdempotencyClaim(
        caller == null || operation.is(Trait.OPEN_TO_EVERY_HUMAN)
            ? ""
            : caller.scope().organizationId(),
        space(operation, caller, origin.client(), bodyHash),
        operation.id(),
        target.toString(),
        key,
        bodyHash);
  }

  /**
   * The name space of the key: organization and key scope, or the human for an operation about that
   * human. For public operations it includes the address and the body, so that an anonymous caller
   * never receives the response to another's request, which may contain a link or a code.
   *
   * @param client the client address behind trusted proxies
   */
  private static String space(
      Operation operation, @Nullable Caller caller, InetAddress client, String bodyHash) {
    if (caller == null) {
      return "public " + AddressRange.ofCaller(client) + ' ' + bodyHash;
    }
    if (operation.is(Trait.OPEN_TO_EVERY_HUMAN)) {
      return "human " + caller.id();
    }
    Scope scope = caller.scope();
    return scope.organizationId() + ' ' + scope.type() + ' ' + scope.id();
  }

  /** The stored key: SHA-256 of everything but the body, in lower-case hexadecimal. */
  public String storageKey() {
    return Sha256.hex(space + '\n' + operationId + '\n' + target + '\n' + key);
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "IdempotencyClaim[" + operationId + "]";
  }
}
