package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

/** A secret held by an OAuth client, its own or a grant's: 256 random bits as text. */
public final class GrantSecret extends SecretText {
  public GrantSecret(String text) {
    super(text);
  }

  public static GrantSecret generate(SecureRandom random) {
    return new GrantSecret(random(random));
  }

  /** Whether this verifier matches the PKCE challenge (RFC 7636 section 4.6). */
  public boolean answers(String challenge) {
    byte[] hash = Sha256.of(reveal());
    return same(Base64.getUrlEncoder().withoutPadding().encodeToString(hash), challenge);
  }
}
