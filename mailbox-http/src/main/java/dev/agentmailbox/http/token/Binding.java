package dev.agentmailbox.http.token;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.hash.Sha256;
import java.util.Arrays;

/**
 * What a token is bound to: it is valid only where both hashes match.
 *
 * <p>The scope hash covers organization, kind and id of the scope but not the key, so that cursors
 * survive key rotation. The query hash covers the operation and all parameters except {@code limit}
 * and the token.
 */
@SuppressWarnings("ArrayRecordComponent") // compared only by the codec
public record Binding(byte[] scopeHash, byte[] queryHash) {
  static final int HASH_BYTES = 8;

  /** For tokens that are valid without a key. */
  public static final Binding NONE = new Binding(new byte[HASH_BYTES], new byte[HASH_BYTES]);

  /** The binding to a scope and to the canonical text of a query. */
  public static Binding of(Scope scope, String query) {
    String scopeText = scope.organizationId() + '\n' + scope.type() + '\n' + scope.id();
    return new Binding(hash(scopeText), hash(query));
  }

  private static byte[] hash(String text) {
    return Arrays.copyOf(Sha256.of(text), HASH_BYTES);
  }
}
