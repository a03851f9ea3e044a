package dev.agentmailbox.hash;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keyed hashes: HMAC-SHA256 (RFC 2104). */
public final class HmacSha256 {
  private static final String ALGORITHM = "HmacSHA256";

  private HmacSha256() {}

  /**
   * A new computation; not thread safe.
   *
   * @throws IllegalArgumentException the key is empty
   */
  public static Mac keyed(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform supports " + ALGORITHM, e);
    }
  }

  /** HMAC of the UTF-8 bytes of a text, {@link Sha256#BYTES} long. */
  public static byte[] of(byte[] key, String text) {
    return keyed(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
