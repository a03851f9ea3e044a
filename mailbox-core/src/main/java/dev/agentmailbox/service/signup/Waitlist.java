package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.WAITING;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRIES;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRIES_OF_HUMAN;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRY_BY_TOKEN;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.SignUpStatus;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.account.Onboarding;
import dev.agentmailbox.service.account.SignUpModes;
import dev.agentmailbox.service.notice.CodeMail;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The waitlist: an agent creates an entry and hands its link to its human, or a human applies
 * directly. Thread safe.
 */
public final class Waitlist {
  /** Lifetime of a link. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final Duration DAY = Duration.ofDays(1);
  // spec Rates.6
  private static final SlidingWindow OF_RANGE = new SlidingWindow(5, DAY);
  private static final SlidingWindow OF_OPERATOR = new SlidingWindow(50, DAY);
  private static final SlidingWindow IN_ALL = new SlidingWindow(1_000, DAY);

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final SignUpModes modes;
  private final SignIn signIn;
  private final SecureRandom random = new SecureRandom();

  Waitlist(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      SignUpModes modes,
      SignIn signIn) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.modes = modes;
    this.signIn = signIn;
  }

  /**
   * An unassigned entry.
   *
   * @param token single-use token of the link
   */
  public record Ticket(String entryId, SessionCookie token, Instant expiresAt) {}

  /** A human on the waitlist. */
  public record Waiting(WaitlistEntry entry, Human human) {}

  /**
   * Creates an entry. While the waitlist is closed nothing is stored, and the response is the same.
   *
   * @throws MailboxException {@code rate_limited}
   */
  public Ticket join(
      CallerNetwork from, WaitlistAnswers answers, IdempotentRequest<Ticket> idempotency) {
    return runner.write(
        idempotency,
        tx -> {
          Instant now = context.now();
          idempotency.claim(tx, now);
          count(tx, from, now);
          Ticket ticket =
              new Ticket(
                  context.ids().next(IdPrefix.WAITLIST_ENTRY),
                  SessionCookie.generate(random),
                  now.plus(LIFETIME));
          if (modes.status(tx).waitlistOpen()) {
            insert(tx, ticket, null, answers, now);
          }
          return idempotency.finish(tx, ticket);
        });
  }

  private void count(StoreTransaction tx, CallerNetwork from, Instant now) {
    String range = codes.name("waitlist-range", from.range());
    String operator = codes.name("waitlist-operator", from.operator());
    String all = codes.name("waitlist", "all");
    RateLimits limits = new RateLimits(tx, now, range, operator, all);
    limits.require(range, OF_RANGE);
    limits.require(operator, OF_OPERATOR);
    limits.require(all, IN_ALL);
    limits.note(range, OF_RANGE);
    limits.note(operator, OF_OPERATOR);
    limits.note(all, IN_ALL);
  }

  private static void insert(
      StoreTransaction tx,
      Ticket ticket,
      @Nullable String userId,
      WaitlistAnswers answers,
      Instant now) {
    tx.table(WAITLIST)
        .add(
            new WaitlistEntry(
                ticket.entryId(),
                ticket.token().hash(),
                userId,
                answers,
                now,
                userId == null ? ticket.expiresAt() : null));
  }

  /**
   * Assigns an entry to a human, or creates one without a link, and mails a sign-in code that
   * verifies the address. Does not reveal whether the address has an account.
   *
   * @param token of a link; null for none
   * @return when the code expires
   * @throws MailboxException {@code gone} for a link that was used or has expired, {@code
   *     signup_closed} without a link while the waitlist is closed, {@code rate_limited}, {@code
   *     validation_error}
   */
  public Instant take(
      CallerNetwork from,
      @Nullable SessionCookie token,
      String email,
      IdempotentRequest<Instant> idempotency) {
    String address = Onboarding.address(context, email);
    Taken taken =
        runner.write(
            idempotency,
            tx -> {
              Instant now = context.now();
              idempotency.claim(tx, now);
              if (token == null) {
                requireOpen(tx);
                count(tx, from, now);
              }
              Human human = Onboarding.known(context, tx, address, Human.Status.WAITLISTED, now);
              // In the same transaction, or a retry after a wrong code would get 202.
              Optional<CodeMail> mail = signIn.makeCode(tx, address, from.range(), now);
              place(tx, token, human, now);
              if (!mayWait(human)) {
                tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
              }
              return new Taken(idempotency.finish(tx, now.plus(Codes.LIFETIME)), mail);
            });
    signIn.mail(taken.mail());
    return taken.codeExpiresAt();
  }

  private record Taken(Instant codeExpiresAt, Optional<CodeMail> mail) {}

  /** Includes invited humans, who may also apply. */
  private static boolean mayWait(Human human) {
    return human.status() == Human.Status.WAITLISTED || human.status() == Human.Status.INVITED;
  }

  private void requireOpen(StoreTransaction tx) {
    SignUpStatus status = modes.status(tx);
    if (!status.waitlistOpen()) {
      throw MailboxException.of(ErrorCode.SIGNUP_CLOSED, "the waitlist is closed");
    }
  }

  /** A human has one entry: a second one replaces the first. */
  private void place(StoreTransaction tx, @Nullable SessionCookie token, Human human, Instant now) {
    tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
    if (token == null) {
      Ticket own =
          new Ticket(
              context.ids().next(IdPrefix.WAITLIST_ENTRY), SessionCookie.generate(random), now);
      insert(tx, own, human.id(), WaitlistAnswers.NONE, now);
    } else if (!take(tx, token, human, now)) {
      throw MailboxException.of(ErrorCode.GONE, "the link was already used or has expired");
    }
  }

  private static boolean take(StoreTransaction tx, SessionCookie token, Human human, Instant now) {
    Table<WaitlistEntry> entries = tx.table(WAITLIST);
    return entries
        .find(WAITLIST_ENTRY_BY_TOKEN, token.hash())
        .flatMap(entry -> entries.lock(entry.id()))
        .filter(entry -> entry.isFree(now))
        .map(entry -> entries.update(entry.takenBy(human.id())))
        .orElse(false);
  }

  /** Humans on the waitlist, by time of application; operators only. */
  public Page<Waiting> list(Caller caller, PageRequest page) {
    Access.requireOperator(caller);
    return context.read(
        tx ->
            tx.table(WAITLIST)
                .page(WAITLIST_ENTRIES, page, WAITING)
                .map(entry -> waiting(tx, entry)));
  }

  /**
   * Rejects an application; operators only.
   *
   * @throws MailboxException {@code not_found}, {@code human_required}, {@code missing_permission},
   *     {@code step_up_required}
   */
  public Human reject(Caller caller, String entryId, IdempotentRequest<Human> idempotency) {
    Access.requireVerifiedOperator(caller);
    return runner.write(
        idempotency,
        tx -> {
          Instant now = context.now();
          idempotency.claim(tx, now);
          Human human =
              tx.table(WAITLIST)
                  .find(entryId)
                  .filter(entry -> entry.userId() != null)
                  .map(entry -> waiting(tx, entry).human())
                  .orElseThrow(() -> MailboxException.notFound("waitlist entry"));
          tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
          return idempotency.finish(tx, Onboarding.moved(tx, human, Human.Status.REJECTED, now));
        });
  }

  private static Waiting waiting(StoreTransaction tx, WaitlistEntry entry) {
    return new Waiting(entry, tx.table(HUMANS).find(String.valueOf(entry.userId())).orElseThrow());
  }
}
