package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A secret of a grant as stored: its text is not here, only the hash.
 *
 * @param hash SHA-256 of the text in lower-case hexadecimal; unique
 * @param usedAt when it was exchanged, for those that can be only once; null until then
 */
public record GrantToken(
    String hash,
    Kind kind,
    String organizationId,
    String grantId,
    Instant expiresAt,
    @Nullable Instant usedAt) {
  /** What it is good for. */
  public enum Kind {
    /** Sent through the browser, exchanged once. */
    CODE,
    /** Opens what the grant's key opens. */
    ACCESS,
    /** Exchanged once for the next pair. */
    REFRESH;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of that name. */
    public static Kind named(String wireName) {
      return Arrays.stream(values())
          .filter(kind -> kind.wireName().equals(wireName))
          .findFirst()
          .orElseThrow();
    }
  }

  public boolean isLive(Instant now) {
    return now.isBefore(expiresAt);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "GrantToken[" + kind + " of " + grantId + "]";
  }
}
