package dev.agentmailbox.service.access;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.hash.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes and compares codes. A code has only six digits, so what is stored is keyed: whoever reads
 * the store alone cannot try them all. Thread safe.
 */
public final class Codes {
  /** How long a code can be used. */
  public static final Duration LIFETIME = Duration.ofMinutes(10);

  /** How to get past a code that was refused. */
  public static final String FIX =
      "Enter the code of the newest mail, within ten minutes, or ask for a new one.";

  /** Shortest secret that codes are stored with, in bytes. */
  static final int KEY_BYTES = 32;

  private static final int CODES = 1_000_000;

  /** Compared when there is no code, so that the answer takes the same time. */
  private static final String NO_HASH = "0".repeat(64);

  private final byte[] key;
  private final SecureRandom random = new SecureRandom();

  /**
   * Codes that are stored with this secret.
   *
   * @param key at least 32 bytes
   */
  public Codes(byte[] key) {
    if (key.length < KEY_BYTES) {
      throw new IllegalArgumentException("a code key has at least " + KEY_BYTES + " bytes");
    }
    this.key = key.clone();
  }

  /** A secret that is good until the process ends. */
  public static byte[] freshKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }

  /** Six digits, each code as likely as any other. */
  public String generate() {
    return String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
  }

  /** What is stored of a code. */
  public String hash(String subject, String code) {
    return mac("code\n" + subject + "\n" + code);
  }

  /** A name for something that must not stand in the store in clear. */
  public String name(String kind, String... parts) {
    return kind + " " + mac("name\n" + kind + "\n" + String.join("\n", parts));
  }

  /** Compares in constant time, also with no code at all. */
  public boolean matches(Optional<SignInCode> stored, String subject, String code) {
    byte[] expected =
        stored.map(SignInCode::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII);
    byte[] given = hash(subject, code).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, given) && stored.isPresent();
  }

  private String mac(String text) {
    return HexFormat.of().formatHex(HmacSha256.of(key, text));
  }
}
