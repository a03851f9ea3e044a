package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.PASSKEYS;
import static dev.agentmailbox.port.access.AccessTables.PASSKEY_BY_CREDENTIAL;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.access.PasskeyVerifier.Answer;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.Passkeys.Question;
import dev.agentmailbox.service.access.Sessions.Factor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Sign-in and step-up with a passkey. Failures do not lock it out, nor do lockouts of codes.
 * Discoverable credentials are used without an address, so nothing reveals who has passkeys. Thread
 * safe.
 */
public final class PasskeySignIn {
  private static final String SIGN_IN = "sign-in";
  private static final String STEP_UP = "step-up";

  private final MailboxContext context;
  private final PasskeyVerifier verifier;
  private final PasskeyChallenges challenges;
  private final Sessions sessions;

  public PasskeySignIn(
      MailboxContext context,
      PasskeyVerifier verifier,
      PasskeyChallenges challenges,
      Sessions sessions) {
    this.context = context;
    this.verifier = verifier;
    this.challenges = challenges;
    this.sessions = sessions;
  }

  private record Known(Passkey passkey, String challenge) {}

  /** Starts a sign-in with any discoverable credential. */
  public Question ask() {
    Instant now = context.now();
    return context.write(tx -> new Question(challenges.make(tx, now, SIGN_IN), null, List.of()));
  }

  /**
   * Completes a sign-in.
   *
   * @param credential the browser's response, as JSON
   * @return a new session that counts as stepped up
   * @throws dev.agentmailbox.error.MailboxException {@code unauthorized} for any invalid response
   */
  public SignedIn verify(String credential) {
    Instant now = context.now();
    Known known =
        context
            .write(
                tx ->
                    challenges
                        .take(tx, credential, now, SIGN_IN)
                        .flatMap(answer -> known(tx, answer)))
            .orElseThrow(Passkeys::refused);
    long count = checked(credential, known);
    return context.write(
        tx -> {
          Human human = noteUse(tx, known.passkey(), count, now);
          return sessions.open(tx, human, Factor.PASSKEY, now);
        });
  }

  /**
   * Starts a step-up of the session's human.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code unauthorized} when the session has ended
   */
  public Question askToStepUp(SessionCookie cookie) {
    Instant now = context.now();
    return context.write(
        tx -> {
          Session session = Sessions.require(tx, cookie, now);
          Human human = tx.table(HUMANS).find(session.userId()).orElseThrow();
          return new Question(
              challenges.make(tx, now, STEP_UP, session.signInId()),
              human,
              Passkeys.credentials(tx, human));
        });
  }

  /**
   * Completes a step-up: opens a new session, as with a code.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code unauthorized} for any invalid response
   */
  public SignedIn verifyStepUp(SessionCookie cookie, String credential) {
    Instant now = context.now();
    Known known =
        context.write(tx -> answered(tx, cookie, credential, now)).orElseThrow(Passkeys::refused);
    long count = checked(credential, known);
    return context.write(
        tx -> {
          Session session = Sessions.require(tx, cookie, now);
          Human human = noteUse(tx, known.passkey(), count, now);
          return StepUp.verified(tx, sessions, session, human, Factor.PASSKEY, now);
        });
  }

  private Optional<Known> answered(
      StoreTransaction tx, SessionCookie cookie, String credential, Instant now) {
    Session session = Sessions.require(tx, cookie, now);
    return challenges
        .take(tx, credential, now, STEP_UP, session.signInId())
        .flatMap(answer -> known(tx, answer))
        .filter(known -> known.passkey().userId().equals(session.userId()));
  }

  private static Optional<Known> known(StoreTransaction tx, Answer answer) {
    return tx.table(PASSKEYS)
        .find(PASSKEY_BY_CREDENTIAL, answer.credentialId())
        .map(passkey -> new Known(passkey, answer.challenge()));
  }

  private long checked(String credential, Known known) {
    return verifier
        .authenticate(credential, known.challenge(), known.passkey())
        .orElseThrow(Passkeys::refused);
  }

  /** Reads the passkey again, because it may have been removed meanwhile. */
  private static Human noteUse(StoreTransaction tx, Passkey passkey, long count, Instant now) {
    Table<Passkey> passkeys = tx.table(PASSKEYS);
    boolean used =
        passkeys
            .lock(passkey.userId(), passkey.id())
            .map(still -> passkeys.update(still.used(count, now)))
            .orElse(false);
    if (!used) {
      throw Passkeys.refused();
    }
    return tx.table(HUMANS).find(passkey.userId()).orElseThrow(Passkeys::refused);
  }
}
