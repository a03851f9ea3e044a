package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.time.Instant;

/**
 * A browser of a human that takes notices (W3C Push API).
 *
 * @param id of the endpoint, see {@link #id}
 * @param userId {@code usr_…}
 * @param endpoint URL of the browser's push service; secret: it authorizes pushing
 * @param publicKey the browser's P-256 public key, in base64url
 * @param authSecret shared with the browser, in base64url (RFC 8291 section 3.2)
 */
public record PushSubscription(
    String id,
    String userId,
    String endpoint,
    String publicKey,
    String authSecret,
    Instant createdAt) {
  /** The identifier of an endpoint: a hash, because endpoints are long and secret. */
  public static String id(String endpoint) {
    return Sha256.hex(endpoint);
  }

  /** Omits endpoint and keys. */
  @Override
  public String toString() {
    return "PushSubscription[" + userId + "]";
  }
}
