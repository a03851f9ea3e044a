package dev.agentmailbox.webhook;

import dev.agentmailbox.hash.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;

// spec Webhooks.6
/**
 * An endpoint's signing key, {@code whsec_<base64>} (Standard Webhooks 1.0.0, symmetric
 * signatures). Immutable; {@code toString} omits the secret.
 */
public final class SigningSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;

  private final String text;

  private SigningSecret(String text) {
    this.text = text;
  }

  public static SigningSecret generate(SecureRandom random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(key));
  }

  /** Parses a text returned by {@link #reveal}. */
  public static SigningSecret of(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("not a signing secret");
    }
    return new SigningSecret(text);
  }

  /** Signs {@code id.timestamp.body}: {@code v1,} and the base64 of the HMAC-SHA256. */
  public String sign(String id, long timestampSeconds, byte[] body) {
    Mac mac = HmacSha256.keyed(Base64.getDecoder().decode(text.substring(PREFIX.length())));
    mac.update((id + '.' + timestampSeconds + '.').getBytes(StandardCharsets.UTF_8));
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
  }

  /** The secret in clear, to be shown once or sealed. */
  public String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return "SigningSecret[…]";
  }
}
