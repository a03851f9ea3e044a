package dev.agentmailbox.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals small secrets that must be read again, so that a copy of the database does not give them
 * away: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. What a text belongs to is
 * authenticated with it: moved to another row it does not open.
 *
 * <p>Thread safe. Says nothing of its key.
 */
public final class Vault {
  /** The length of a key. */
  public static final int KEY_BYTES = 32;

  private static final byte KEY_ID = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int HEAD_BYTES = 1 + NONCE_BYTES;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  /**
   * A vault with one key.
   *
   * @param key {@link #KEY_BYTES} secret bytes
   */
  public Vault(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a vault's key has " + KEY_BYTES + " bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  /** A vault that opens nothing after the process has ended. */
  public static Vault ofThisProcess() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new Vault(key);
  }

  /**
   * Seals a text.
   *
   * @param owner what it belongs to, for example table, column, row and organization
   */
  public String seal(String text, String owner) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed =
        run(Cipher.ENCRYPT_MODE, nonce, owner, text.getBytes(StandardCharsets.UTF_8), 0);
    byte[] all =
        ByteBuffer.allocate(HEAD_BYTES + sealed.length).put(KEY_ID).put(nonce).put(sealed).array();
    return Base64.getEncoder().encodeToString(all);
  }

  /**
   * Opens a sealed text.
   *
   * @throws IllegalStateException it was sealed with another key or for another owner
   */
  public String open(String sealed, String owner) {
    byte[] all = Base64.getDecoder().decode(sealed);
    if (all.length < HEAD_BYTES || all[0] != KEY_ID) {
      throw new IllegalStateException("not sealed with this key");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    System.arraycopy(all, 1, nonce, 0, NONCE_BYTES);
    return new String(
        run(Cipher.DECRYPT_MODE, nonce, owner, all, HEAD_BYTES), StandardCharsets.UTF_8);
  }

  private byte[] run(int mode, byte[] nonce, String owner, byte[] input, int from) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
      return cipher.doFinal(input, from, input.length - from);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a sealed value does not open with this master key", e);
    }
  }

  @Override
  public String toString() {
    return "Vault[…]";
  }
}
