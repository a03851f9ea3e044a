package dev.agentmailbox.http.token;

import dev.agentmailbox.hash.HmacSha256;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign tokens. At most two are active, so that a key can be rotated without
 * invalidating issued tokens.
 *
 * <p>Immutable and thread safe. {@code toString} omits the keys.
 */
public final class SigningKeys {
  static final int MAC_BYTES = 16;

  private static final int MIN_KEY_BYTES = 32;
  private static final int MAX_KEYS = 2;

  private final int current;
  private final Map<Integer, Mac> macs = new TreeMap<>();

  /**
   * Creates a key ring.
   *
   * @param current id of the key that signs
   * @param keys at least 32 bytes each; ids are 0 to 255
   * @throws IllegalArgumentException when a key is short, or the current one is missing
   */
  public SigningKeys(int current, Map<Integer, byte[]> keys) {
    if (!keys.containsKey(current) || keys.size() > MAX_KEYS) {
      throw new IllegalArgumentException("one or two keys are required, including the current one");
    }
    this.current = current;
    keys.forEach((id, key) -> macs.put(checkedId(id), mac(key)));
  }

  /** One key. */
  public static SigningKeys of(byte[] key) {
    return new SigningKeys(1, Map.of(1, key));
  }

  byte currentId() {
    return (byte) current;
  }

  /** The signature of the first {@code length} bytes; null for an unknown key. */
  byte @Nullable [] sign(byte keyId, byte[] text, int length) {
    Mac mac = macs.get(Byte.toUnsignedInt(keyId));
    if (mac == null) {
      return null;
    }
    try {
      Mac copy = (Mac) mac.clone();
      copy.update(text, 0, length);
      return Arrays.copyOf(copy.doFinal(), MAC_BYTES);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's HMAC can be copied", e);
    }
  }

  private static int checkedId(int id) {
    if (id < 0 || id > 0xff) {
      throw new IllegalArgumentException("key id " + id);
    }
    return id;
  }

  private static Mac mac(byte[] key) {
    if (key.length < MIN_KEY_BYTES) {
      throw new IllegalArgumentException("a signing key has at least " + MIN_KEY_BYTES + " bytes");
    }
    return HmacSha256.keyed(key);
  }
}
