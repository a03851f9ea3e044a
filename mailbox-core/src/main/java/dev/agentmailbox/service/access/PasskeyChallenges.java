package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.CHALLENGES;

import dev.agentmailbox.access.PasskeyChallenge;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.table.Table;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** WebAuthn challenges: 256 random bits, single-use and bound to a purpose. Thread safe. */
public final class PasskeyChallenges {
  /** Lifetime of a challenge. */
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private final Codes codes;
  private final PasskeyVerifier verifier;
  private final SecureRandom random = new SecureRandom();

  public PasskeyChallenges(Codes codes, PasskeyVerifier verifier) {
    this.codes = codes;
    this.verifier = verifier;
  }

  /**
   * Creates a challenge in base64url.
   *
   * @param purpose operation and human it is for
   */
  String make(StoreTransaction tx, Instant now, String... purpose) {
    SessionCookie challenge = SessionCookie.generate(random);
    tx.table(CHALLENGES)
        .add(new PasskeyChallenge(challenge.hash(), subject(purpose), now.plus(LIFETIME)));
    Sessions.tidy(tx, now);
    return challenge.reveal();
  }

  /** Parses the response if it answers a live challenge for this purpose, which is consumed. */
  Optional<PasskeyVerifier.Answer> take(
      StoreTransaction tx, String credential, Instant now, String... purpose) {
    return verifier.read(credential).filter(answer -> take(tx, answer, subject(purpose), now));
  }

  private static boolean take(
      StoreTransaction tx, PasskeyVerifier.Answer answer, String subject, Instant now) {
    Table<PasskeyChallenge> challenges = tx.table(CHALLENGES);
    return challenges
        .lock(new SessionCookie(answer.challenge()).hash())
        .filter(known -> known.subject().equals(subject) && now.isBefore(known.expiresAt()))
        .map(known -> challenges.remove(known.hash()))
        .orElse(false);
  }

  private String subject(String... purpose) {
    return codes.name("passkey", purpose);
  }
}
