package dev.agentmailbox.http.token;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.hash.Sha256;
import java.util.Arrays;

/**
 * What a token is bound to: it opens only where both hashes are the same.
 *
 * <p>The scope's hash covers organization, kind and id of the scope and not the key, so that a
 * rotated key keeps its cursors. The query's hash covers the operation and all its parameters but
 * {@code limit} and the token itself.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by the codec only
public record Binding(byte[] scopeHash, byte[] queryHash) {
  static final int HASH_BYTES = 8;

  /** For tokens that open without a key. */
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
