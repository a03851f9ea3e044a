package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

/** What a client program holds of a grant, or of itself: 256 random bits as text. */
public final class GrantSecret extends SecretText {
  /** A secret of that text. */
  public GrantSecret(String text) {
    super(text);
  }

  /** A new one from the given source of randomness. */
  public static GrantSecret generate(SecureRandom random) {
    return new GrantSecret(random(random));
  }

  /** Whether the text is the one whose challenge was shown before (RFC 7636 section 4.6). */
  public boolean answers(String challenge) {
    byte[] hash = Sha256.of(reveal());
    return same(Base64.getUrlEncoder().withoutPadding().encodeToString(hash), challenge);
  }
}
