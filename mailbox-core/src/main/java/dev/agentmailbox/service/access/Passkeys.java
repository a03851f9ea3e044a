package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.PASSKEYS;
import static dev.agentmailbox.port.access.AccessTables.PASSKEYS_OF_HUMAN;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.access.PasskeyVerifier.Registered;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Management of a human's own passkeys; requires a recent step-up. Thread safe. */
public final class Passkeys {
  /** Longest name, in code points. */
  public static final int MAX_NAME_CHARACTERS = 64;

  /** Most passkeys of one human. */
  public static final int MAX_PASSKEYS = 20;

  private static final String REGISTER = "register";
  // spec ConsoleLimits.5
  private static final SlidingWindow CHANGES = new SlidingWindow(5, Duration.ofDays(1));

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final PasskeyVerifier verifier;
  private final PasskeyChallenges challenges;

  public Passkeys(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      PasskeyVerifier verifier,
      PasskeyChallenges challenges) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.verifier = verifier;
    this.challenges = challenges;
  }

  /**
   * WebAuthn options for the browser.
   *
   * @param challenge in base64url
   * @param human null for discoverable credentials
   * @param credentials the human's credential ids, in base64url
   */
  public record Question(String challenge, @Nullable Human human, List<String> credentials) {
    public Question {
      credentials = List.copyOf(credentials);
    }
  }

  /**
   * Starts a registration.
   *
   * @throws MailboxException {@code step_up_required}, {@code unauthorized}
   */
  public Question askToRegister(SessionCookie cookie) {
    Instant now = context.now();
    return context.write(
        tx -> {
          Human human = verified(tx, cookie, now);
          return new Question(
              challenges.make(tx, now, REGISTER, human.id()), human, credentials(tx, human));
        });
  }

  static List<String> credentials(StoreTransaction tx, Human human) {
    return tx.table(PASSKEYS).list(PASSKEYS_OF_HUMAN, human.id()).stream()
        .map(Passkey::credentialId)
        .toList();
  }

  /**
   * Completes a registration.
   *
   * @param credential the browser's response, as JSON
   * @throws MailboxException {@code unauthorized} for an invalid response, {@code rate_limited},
   *     {@code conflict} with reason {@code known} or {@code too_many}, {@code step_up_required},
   *     {@code validation_error}
   */
  public Passkey register(
      SessionCookie cookie,
      String name,
      String credential,
      IdempotentRequest<Passkey> idempotency) {
    FieldProblems problems = new FieldProblems();
    problems.maxLength("name", name, MAX_NAME_CHARACTERS);
    if (name.isBlank()) {
      problems.add("name", "must not be blank");
    }
    problems.refuseIfAny();
    Instant now = context.now();
    Optional<String> challenge =
        runner.write(idempotency, tx -> answered(tx, cookie, credential, now, idempotency));
    Registered registered =
        challenge
            .flatMap(text -> verifier.register(credential, text))
            .orElseThrow(Passkeys::refused);
    return context.write(tx -> idempotency.finish(tx, insert(tx, cookie, name, registered, now)));
  }

  private Optional<String> answered(
      StoreTransaction tx,
      SessionCookie cookie,
      String credential,
      Instant now,
      IdempotentRequest<Passkey> idempotency) {
    Human human = verified(tx, cookie, now);
    idempotency.claim(tx, now);
    return challenges
        .take(tx, credential, now, REGISTER, human.id())
        .map(PasskeyVerifier.Answer::challenge);
  }

  private Passkey insert(
      StoreTransaction tx, SessionCookie cookie, String name, Registered made, Instant now) {
    Human human = verified(tx, cookie, now);
    count(tx, human, now);
    if (tx.table(PASSKEYS).list(PASSKEYS_OF_HUMAN, human.id()).size() >= MAX_PASSKEYS) {
      throw MailboxException.conflict(
          "too_many", "at most " + MAX_PASSKEYS + " passkeys can be registered; remove one first");
    }
    Passkey passkey =
        new Passkey(
            context.ids().next(IdPrefix.PASSKEY),
            human.id(),
            made.credentialId(),
            name,
            made.publicData(),
            made.signCount(),
            now,
            null);
    if (!tx.table(PASSKEYS).insert(passkey)) {
      throw MailboxException.conflict("known", "this passkey is already registered");
    }
    return passkey;
  }

  /** Additions and removals share a rate limit. */
  private void count(StoreTransaction tx, Human human, Instant now) {
    String name = codes.name("passkey-changes", human.id());
    RateLimits limits = new RateLimits(tx, now, name);
    limits.require(name, CHANGES);
    limits.note(name, CHANGES);
  }

  /** The human's passkeys, oldest first. */
  public List<Passkey> list(SessionCookie cookie) {
    return context.read(
        tx -> {
          Session session = Sessions.require(tx, cookie, context.now());
          return tx.table(PASSKEYS).list(PASSKEYS_OF_HUMAN, session.userId());
        });
  }

  /**
   * Removes a passkey.
   *
   * @throws MailboxException {@code not_found}, {@code rate_limited}, {@code step_up_required}
   */
  public void remove(SessionCookie cookie, String passkeyId) {
    Instant now = context.now();
    context.write(
        tx -> {
          Human human = verified(tx, cookie, now);
          if (!tx.table(PASSKEYS).remove(human.id(), passkeyId)) {
            throw MailboxException.notFound("passkey");
          }
          count(tx, human, now);
          return human;
        });
  }

  private static Human verified(StoreTransaction tx, SessionCookie cookie, Instant now) {
    Session session = Sessions.require(tx, cookie, now);
    if (!session.isVerified(now)) {
      throw MailboxException.of(ErrorCode.STEP_UP_REQUIRED, "this needs a new code or a passkey");
    }
    return tx.table(HUMANS).find(session.userId()).orElseThrow();
  }

  static MailboxException refused() {
    return MailboxException.of(ErrorCode.UNAUTHORIZED, "the response of the passkey is not valid");
  }
}
