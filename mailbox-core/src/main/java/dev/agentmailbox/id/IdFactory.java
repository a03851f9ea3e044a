package dev.agentmailbox.id;

import java.security.SecureRandom;
import java.time.Clock;

/**
 * Generates identifiers: a prefix and 16 characters of lower-case Crockford base32, nine for the
 * time in milliseconds and seven random, so that ids sort by age. Ids from one factory sort in the
 * order they were generated, even within a millisecond.
 *
 * <p>Thread safe.
 */
public final class IdFactory {
  private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
  private static final int TIME_CHARACTERS = 9;
  private static final int RANDOM_CHARACTERS = 7;
  private static final int RANDOM_BITS = RANDOM_CHARACTERS * 5;
  private static final int TOKEN_CHARACTERS = 26;

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private long lastMillis;
  private long lastRandom;

  public IdFactory(Clock clock) {
    this.clock = clock;
  }

  /** Generates an id, for example {@code msg_01jd2x4m7q8r5t6v}. */
  public String next(IdPrefix kind) {
    long millis;
    long tail;
    synchronized (this) {
      millis = Math.max(clock.millis(), lastMillis);
      boolean sameMillisecond = millis == lastMillis && lastRandom + 1 < 1L << RANDOM_BITS;
      tail =
          sameMillisecond
              ? lastRandom + 1 + random.nextInt(1 << 10)
              : random.nextLong() & ((1L << (RANDOM_BITS - 1)) - 1);
      if (tail >= 1L << RANDOM_BITS) {
        millis++;
        tail = random.nextLong() & ((1L << (RANDOM_BITS - 1)) - 1);
      }
      lastMillis = millis;
      lastRandom = tail;
    }
    StringBuilder id = new StringBuilder(20).append(kind.text()).append('_');
    append(id, millis, TIME_CHARACTERS);
    append(id, tail, RANDOM_CHARACTERS);
    return id.toString();
  }

  /** 130 random bits as 26 lower-case base32 characters, for Message-IDs. */
  public String token() {
    return token(TOKEN_CHARACTERS);
  }

  /** Lower-case base32 characters, each with five random bits. */
  public String token(int characters) {
    StringBuilder token = new StringBuilder(characters);
    byte[] bytes = new byte[characters];
    random.nextBytes(bytes);
    for (byte b : bytes) {
      token.append(ALPHABET[b & 31]);
    }
    return token.toString();
  }

  private static void append(StringBuilder id, long value, int characters) {
    for (int shift = (characters - 1) * 5; shift >= 0; shift -= 5) {
      id.append(ALPHABET[(int) (value >>> shift) & 31]);
    }
  }
}
