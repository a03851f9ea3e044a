package dev.agentmailbox.examples.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Verifies webhook signatures (Standard Webhooks 1.0.0). */
final class Signature {
  /** Maximum clock skew. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;

  /**
   * Creates a verifier for one endpoint.
   *
   * @param secret {@code whsec_…}, as returned when the webhook was created
   */
  Signature(String secret) {
    key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }

  // region verify
  boolean isGood(
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signatures,
      byte[] body,
      Instant now) {
    if (id == null || timestamp == null || signatures == null || !timestamp.matches("\\d{1,11}")) {
      return false;
    }
    Instant signed = Instant.ofEpochSecond(Long.parseLong(timestamp));
    if (Duration.between(signed, now).abs().compareTo(TOLERANCE) > 0) {
      return false;
    }
    byte[] expected =
        ("v1," + sign(id + "." + timestamp + ".", body)).getBytes(StandardCharsets.UTF_8);
    // During secret rotation there are two signatures; one must match.
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) {
        return true;
      }
    }
    return false;
  }

  // endregion

  private String sign(String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update(prefix.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
