package dev.agentmailbox.service.access;

import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PasskeyVerifier;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Challenges that a passkey answers: 256 random bits, for one use and one purpose. Thread safe. */
public final class PasskeyChallenges {
  /** How long a human may take to answer. */
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private final Codes codes;
  private final PasskeyVerifier verifier;
  private final SecureRandom random = new SecureRandom();

  public PasskeyChallenges(Codes codes, PasskeyVerifier verifier) {
    this.codes = codes;
    this.verifier = verifier;
  }

  /**
   * A new challenge in base64url.
   *
   * @param purpose what it is for, and whose
   */
  String make(StoreTransaction tx, Instant now, String... purpose) {
    SessionCookie challenge = SessionCookie.generate(random);
    tx.passkeys().putChallenge(challenge.hash(), subject(purpose), now.plus(LIFETIME));
    Sessions.tidy(tx, now);
    return challenge.reveal();
  }

  /** What was answered, when the answer is to a live challenge of that purpose; uses it up. */
  Optional<PasskeyVerifier.Answer> take(
      StoreTransaction tx, String credential, Instant now, String... purpose) {
    return verifier
        .read(credential)
        .filter(
            answer ->
                tx.passkeys()
                    .takeChallenge(
                        new SessionCookie(answer.challenge()).hash(), subject(purpose), now));
  }

  private String subject(String... purpose) {
    return codes.name("passkey", purpose);
  }
}
