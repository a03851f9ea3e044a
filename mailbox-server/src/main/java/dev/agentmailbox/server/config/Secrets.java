package dev.agentmailbox.server.config;

import dev.agentmailbox.hash.HmacSha256;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * The master key of a data directory and the keys derived from it. The file {@code master.key} has
 * mode 0600. Thread safe.
 */
public final class Secrets {
  private static final int MASTER_KEY_BYTES = 32;
  private static final String FILE_NAME = "master.key";

  private final byte[] masterKey;

  private Secrets(byte[] masterKey) {
    this.masterKey = masterKey;
  }

  /**
   * Uses the configured key, else that of the directory, else generates one.
   *
   * @param directory must exist and belong to the service
   */
  public static Secrets open(Path directory, Optional<String> configured) throws IOException {
    if (configured.isPresent()) {
      return new Secrets(Base64.getDecoder().decode(configured.get()));
    }
    Path file = directory.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      byte[] fresh = new byte[MASTER_KEY_BYTES];
      new SecureRandom().nextBytes(fresh);
      String text = Base64.getEncoder().encodeToString(fresh) + "\n";
      DurableFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
    }
    byte[] key = decode(file);
    if (key.length != MASTER_KEY_BYTES) {
      throw damaged(file);
    }
    return new Secrets(key);
  }

  /** Whether the directory has a master key. */
  public static boolean exist(Path directory) {
    return Files.exists(directory.resolve(FILE_NAME));
  }

  private static byte[] decode(Path file) throws IOException {
    try {
      return Base64.getDecoder().decode(Files.readString(file, StandardCharsets.US_ASCII).strip());
    } catch (IllegalArgumentException e) {
      throw damaged(file);
    }
  }

  private static ConfigException damaged(Path file) {
    return new ConfigException(
        "MAILBOX_MASTER_KEY: "
            + file
            + " does not hold a master key; restore it from a backup, or remove it");
  }

  /** Derives a 32-byte key for a purpose; deterministic per purpose. */
  public byte[] derive(String purpose) {
    return HmacSha256.of(masterKey, purpose);
  }

  @Override
  public String toString() {
    return "Secrets[…]";
  }
}
