package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.access.AccessTables.CODES;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.HUMAN_BY_EMAIL;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.CodeLimits;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.access.Sessions.Factor;
import dev.agentmailbox.service.access.SignedIn;
import dev.agentmailbox.service.account.Onboarding;
import dev.agentmailbox.service.notice.CodeMail;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.service.request.RateLimits;
import java.time.Instant;
import java.util.Optional;

/**
 * Sign-in with a mailed code. Does not reveal whether an address has an account: for an unknown one
 * the same limits apply, the same rows are written, a code is generated and hashed, and the
 * responses are the same; only no mail is sent.
 *
 * <p>Thread safe.
 */
public final class SignIn {
  private final MailboxContext context;
  private final Codes codes;
  private final HumanMailer mailer;
  private final Sessions sessions;
  private final Onboarding onboarding;

  SignIn(
      MailboxContext context,
      Codes codes,
      HumanMailer mailer,
      Sessions sessions,
      Onboarding onboarding) {
    this.context = context;
    this.codes = codes;
    this.mailer = mailer;
    this.sessions = sessions;
    this.onboarding = onboarding;
  }

  /**
   * Mails a code, unless the address's own limits are reached, which is not reported.
   *
   * @param email in any case
   * @param range the caller's network range: an IPv4 /24 or an IPv6 /48
   * @return when a code requested now expires
   * @throws MailboxException {@code validation_error}; {@code rate_limited} for the range's limit
   */
  public Instant requestCode(String email, String range) {
    String address = checked(email);
    Instant now = context.now();
    mail(context.write(tx -> makeCode(tx, address, range, now)));
    return now.plus(Codes.LIFETIME);
  }

  /** Mails the code of {@link #makeCode} after the commit. */
  void mail(Optional<CodeMail> made) {
    made.ifPresent(mailer::send);
  }

  /**
   * As {@link #requestCode}, within a larger transaction; empty when no mail is to be sent.
   *
   * @param address normalized by {@link Human#normal}
   */
  Optional<CodeMail> makeCode(StoreTransaction tx, String address, String range, Instant now) {
    Names names = new Names(address, range);
    RateLimits limits =
        new RateLimits(
            tx,
            now,
            names.sentToAddress,
            names.sentToPair,
            names.sentFromRange,
            names.failedFromRange,
            names.failedFromAnywhere);
    limits.require(names.sentFromRange, CodeLimits.SENT_FROM_RANGE);
    boolean mayHaveOne =
        limits.wait(names.sentToPair, CodeLimits.sentToAddressFromRange()).isZero()
            && limits.wait(names.sentToAddress, CodeLimits.SENT_TO_ADDRESS).isZero()
            && !names.isLocked(limits);
    if (!mayHaveOne) {
      return Optional.empty();
    }
    limits.note(names.sentFromRange, CodeLimits.SENT_FROM_RANGE);
    limits.note(names.sentToPair, CodeLimits.sentToAddressFromRange());
    limits.note(names.sentToAddress, CodeLimits.SENT_TO_ADDRESS);
    Optional<Human> human = outsider(tx, address);
    String code = codes.generate();
    String userId = human.map(Human::id).orElse(null);
    Instant expiresAt = now.plus(Codes.LIFETIME);
    tx.table(CODES)
        .put(new SignInCode(names.subject, codes.hash(names.subject, code), userId, 0, expiresAt));
    Sessions.tidy(tx, now);
    return Optional.of(
        new CodeMail(
            human.map(Human::email).orElse(null),
            userId == null ? "" : userId,
            code,
            CodeMail.Purpose.SIGN_IN,
            expiresAt));
  }

  /**
   * Signs in.
   *
   * @return a new session that counts as stepped up
   * @throws MailboxException {@code unauthorized} for a wrong, expired or locked-out code and an
   *     unknown address alike; {@code rate_limited} for the range's limit; {@code validation_error}
   */
  public SignedIn verify(String email, String code, String range) {
    String address = checked(email);
    Instant now = context.now();
    return context.write(tx -> tryCode(tx, address, code, range, now)).orElseThrow(SignIn::refused);
  }

  /** Returns empty instead of throwing, so that the counted attempt is committed. */
  private Optional<SignedIn> tryCode(
      StoreTransaction tx, String address, String code, String range, Instant now) {
    Names names = new Names(address, range);
    RateLimits limits =
        new RateLimits(
            tx, now, names.triedFromRange, names.failedFromRange, names.failedFromAnywhere);
    limits.require(names.triedFromRange, CodeLimits.TRIED_FROM_RANGE);
    limits.note(names.triedFromRange, CodeLimits.TRIED_FROM_RANGE);
    if (names.isLocked(limits)) {
      return Optional.empty();
    }
    Optional<SignInCode> stored = Codes.attempt(tx, names.subject, now);
    boolean matches = codes.matches(stored, names.subject, code);
    Optional<Human> human = outsider(tx, address).filter(found -> matches && isFor(stored, found));
    if (human.isEmpty()) {
      limits.note(names.failedFromRange, CodeLimits.FAILED_FROM_RANGE);
      limits.note(names.failedFromAnywhere, CodeLimits.FAILED_FROM_ANYWHERE);
      return Optional.empty();
    }
    tx.table(CODES).remove(names.subject);
    Sessions.tidy(tx, now);
    return Optional.of(
        sessions.open(tx, onboarding.admitted(tx, human.get(), now), Factor.CODE, now));
  }

  /**
   * The human with this address, unless its domain has become one of the service, whose mail agents
   * can read.
   */
  private Optional<Human> outsider(StoreTransaction tx, String address) {
    return tx.table(HUMANS)
        .find(HUMAN_BY_EMAIL, address)
        .filter(human -> !context.settings().isOurAddress(address));
  }

  private static boolean isFor(Optional<SignInCode> stored, Human human) {
    return stored.map(SignInCode::userId).filter(human.id()::equals).isPresent();
  }

  private static String checked(String email) {
    String address = Human.normal(email);
    if (!Human.isEmail(address)) {
      throw MailboxException.validation("email", "must be an email address");
    }
    return address;
  }

  private static MailboxException refused() {
    return MailboxException.of(ErrorCode.UNAUTHORIZED, "the code is not valid").fixedBy(Codes.FIX);
  }

  /** Keyed names of limits and subjects, which do not contain the address. */
  private final class Names {
    final String subject;
    final String sentToPair;
    final String sentToAddress;
    final String sentFromRange;
    final String triedFromRange;
    final String failedFromRange;
    final String failedFromAnywhere;

    Names(String address, String range) {
      subject = codes.name("sign-in", address);
      sentToPair = codes.name("sent-to-pair", address, range);
      sentToAddress = codes.name("sent-to-address", address);
      sentFromRange = codes.name("sent-from-range", range);
      triedFromRange = codes.name("tried-from-range", range);
      failedFromRange = codes.name("failed-from-range", address, range);
      failedFromAnywhere = codes.name("failed-from-anywhere", address);
    }

    boolean isLocked(RateLimits limits) {
      return !limits.locked(failedFromRange, CodeLimits.FAILED_FROM_RANGE).isZero()
          || !limits.locked(failedFromAnywhere, CodeLimits.FAILED_FROM_ANYWHERE).isZero();
    }
  }
}
