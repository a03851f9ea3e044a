package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An authorization code or token of a grant, as stored: only its hash.
 *
 * @param hash SHA-256 of the text in lower-case hexadecimal; unique
 * @param usedAt when a single-use token was exchanged; null until then and for access tokens
 */
public record GrantToken(
    String hash,
    Kind kind,
    String organizationId,
    String grantId,
    Instant expiresAt,
    @Nullable Instant usedAt) {
  /** Type of token. */
  public enum Kind {
    /** Authorization code, passed through the browser, exchanged once. */
    CODE,
    /** Access token, with the permissions of the grant's key. */
    ACCESS,
    /** Refresh token, exchanged once for the next pair. */
    REFRESH;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isLive(Instant now) {
    return now.isBefore(expiresAt);
  }

  /** Exchanged. */
  public GrantToken used(Instant time) {
    return new GrantToken(hash, kind, organizationId, grantId, expiresAt, time);
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "GrantToken[" + kind + " of " + grantId + "]";
  }
}
