package dev.agentmailbox.service.access;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.access.PasskeyVerifier.Answer;
import dev.agentmailbox.service.access.Passkeys.Question;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Signing in and stepping up with a passkey. No failure locks it, and no locked code does. Nobody
 * names an address here, so nothing tells whose passkeys there are. Thread safe.
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

  /** Begins a sign-in of whoever has a passkey. */
  public Question ask() {
    Instant now = context.now();
    return context
        .store()
        .write(tx -> new Question(challenges.make(tx, now, SIGN_IN), null, List.of()));
  }

  /**
   * Signs in.
   *
   * @param credential what the browser answered, as JSON
   * @return a new session, verified
   * @throws MailboxException {@code unauthorized} for any answer that is not right
   */
  public SignedIn verify(String credential) {
    Instant now = context.now();
    Known known =
        context
            .store()
            .write(
                tx ->
                    challenges
                        .take(tx, credential, now, SIGN_IN)
                        .flatMap(answer -> known(tx, answer)))
            .orElseThrow(Passkeys::refused);
    long count = checked(credential, known);
    return context
        .store()
        .write(
            tx -> {
              Human human = noteUse(tx, known.passkey(), count, now);
              return sessions.open(tx, human, now);
            });
  }

  /**
   * Begins a step-up of the session's human.
   *
   * @throws MailboxException {@code unauthorized} when the session is over
   */
  public Question askToStepUp(SessionCookie cookie) {
    Instant now = context.now();
    return context
        .store()
        .write(
            tx -> {
              Session session = Sessions.require(tx, cookie, now);
              Human human = tx.humans().find(session.userId()).orElseThrow();
              return new Question(
                  challenges.make(tx, now, STEP_UP, session.signInId()),
                  human,
                  Passkeys.credentials(tx, human));
            });
  }

  /**
   * Steps up: the verified session is a new one, as with a code.
   *
   * @throws MailboxException {@code unauthorized} for any answer that is not right
   */
  public SignedIn verifyStepUp(SessionCookie cookie, String credential) {
    Instant now = context.now();
    Known known =
        context
            .store()
            .write(tx -> answered(tx, cookie, credential, now))
            .orElseThrow(Passkeys::refused);
    long count = checked(credential, known);
    return context
        .store()
        .write(
            tx -> {
              Session session = Sessions.require(tx, cookie, now);
              Human human = noteUse(tx, known.passkey(), count, now);
              return StepUp.verified(tx, sessions, session, human, now);
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
    return tx.passkeys()
        .findByCredential(answer.credentialId())
        .map(passkey -> new Known(passkey, answer.challenge()));
  }

  private long checked(String credential, Known known) {
    return verifier
        .authenticate(credential, known.challenge(), known.passkey())
        .orElseThrow(Passkeys::refused);
  }

  /** Once more by credential: the passkey may have been removed since. */
  private static Human noteUse(StoreTransaction tx, Passkey passkey, long count, Instant now) {
    Passkey still =
        tx.passkeys().findByCredential(passkey.credentialId()).orElseThrow(Passkeys::refused);
    tx.passkeys().used(still.userId(), still.id(), count, now);
    return tx.humans().find(still.userId()).orElseThrow(Passkeys::refused);
  }
}
