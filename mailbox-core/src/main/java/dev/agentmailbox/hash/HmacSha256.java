package dev.agentmailbox.hash;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Keyed hashes: HMAC (RFC 2104) with SHA-256. */
public final class HmacSha256 {
  private static final String ALGORITHM = "HmacSHA256";

  private HmacSha256() {}

  /**
   * A computation that has seen no byte yet; not thread safe.
   *
   * @throws IllegalArgumentException when the key is empty
   */
  public static Mac keyed(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** The hash of a text's UTF-8 bytes, {@link Sha256#BYTES} long. */
  public static byte[] of(byte[] key, String text) {
    return keyed(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
