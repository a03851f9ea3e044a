package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.CODES;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.hash.HmacSha256;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * Generates and verifies codes. A code has only six digits, so its hash is keyed: a copy of the
 * database alone does not allow a brute-force search. Thread safe.
 */
public final class Codes {
  /** Lifetime of a code. */
  public static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Hint shown with a refused code. */
  public static final String FIX =
      "Enter the code of the newest mail, within ten minutes, or ask for a new one.";

  /** Shortest key, in bytes. */
  static final int KEY_BYTES = 32;

  private static final int POSSIBLE_CODES = 1_000_000;

  /** Compared when there is no code, for constant response time. */
  private static final String NO_HASH = "0".repeat(64);

  private final byte[] key;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates the service.
   *
   * @param key at least 32 bytes
   */
  public Codes(byte[] key) {
    if (key.length < KEY_BYTES) {
      throw new IllegalArgumentException("a code key has at least " + KEY_BYTES + " bytes");
    }
    this.key = key.clone();
  }

  /** A random key for the lifetime of the process. */
  public static byte[] freshKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }

  /** Six uniformly distributed digits. */
  public String generate() {
    return String.format(Locale.ROOT, "%06d", random.nextInt(POSSIBLE_CODES));
  }

  /** The keyed hash of a code. */
  public String hash(String subject, String code) {
    return mac("code\n" + subject + "\n" + code);
  }

  /** A keyed hash as a name for something that must not be stored in clear. */
  public String name(String kind, String... parts) {
    return kind + " " + mac("name\n" + kind + "\n" + String.join("\n", parts));
  }

  /** Compares in constant time, even without a stored code. */
  public boolean matches(Optional<SignInCode> stored, String subject, String code) {
    byte[] expected =
        stored.map(SignInCode::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII);
    byte[] given = hash(subject, code).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, given) && stored.isPresent();
  }

  /**
   * Counts one attempt.
   *
   * @return the code; empty when there is none, it has expired, or it had {@link
   *     SignInCode#MAX_ATTEMPTS} attempts already
   */
  public static Optional<SignInCode> attempt(StoreTransaction tx, String subject, Instant now) {
    Table<SignInCode> codes = tx.table(CODES);
    return codes
        .lock(subject)
        .filter(code -> code.mayBeTried(now))
        .map(SignInCode::tried)
        .filter(codes::update);
  }

  private String mac(String text) {
    return HexFormat.of().formatHex(HmacSha256.of(key, text));
  }
}
