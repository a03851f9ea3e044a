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
 * Encrypts small secrets at rest with AES-256-GCM (NIST SP 800-38D) and a random 96-bit nonce, so
 * that a copy of the database does not reveal them. The owner is authenticated as associated data,
 * so a sealed text moved to another row does not open.
 *
 * <p>Thread safe. {@code toString} omits the key.
 */
public final class Vault {
  /** Key length in bytes. */
  public static final int KEY_BYTES = 32;

  private static final byte KEY_ID = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int HEAD_BYTES = 1 + NONCE_BYTES;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates a vault.
   *
   * @param key {@link #KEY_BYTES} secret bytes
   */
  public Vault(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a vault's key has " + KEY_BYTES + " bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  /** A vault with a random key, so that nothing it sealed survives the process. */
  public static Vault ofThisProcess() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new Vault(key);
  }

  /**
   * Encrypts a text.
   *
   * @param owner what the text belongs to, for example table, column, row and organization
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
   * Decrypts a sealed text.
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
