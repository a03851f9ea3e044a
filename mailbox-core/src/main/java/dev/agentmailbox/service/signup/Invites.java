package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.account.AccountTables.INVITES;
import static dev.agentmailbox.port.account.AccountTables.INVITE_BY_HASH;
import static dev.agentmailbox.port.account.AccountTables.INVITE_LIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRIES_OF_HUMAN;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.ShareableCodes;
import dev.agentmailbox.service.account.Onboarding;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.notice.CodeMail;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.time.Instant;

/** Invites by operators. Thread safe. */
public final class Invites {
  /** Lifetime of an invite. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final int TRIES = 5;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final HumanMailer mailer;
  private final Onboarding onboarding;
  private final ShareableCodes shareableCodes;

  Invites(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      HumanMailer mailer,
      Onboarding onboarding,
      SignUpSettings settings) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.mailer = mailer;
    this.onboarding = onboarding;
    this.shareableCodes = new ShareableCodes(settings.codePrefix());
  }

  /**
   * A new invite.
   *
   * @param text the code, to be shown once
   */
  public record Created(Invite invite, String text) {
    /** Omits the code. */
    @Override
    public String toString() {
      return "Created[" + invite + "]";
    }
  }

  /**
   * Invites a human, who gets the code by mail, signs in with that address and redeems it.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_active}; {@code
   *     validation_error}, {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}
   */
  public Created create(Caller caller, String email, IdempotentRequest<Created> idempotency) {
    Access.requireVerifiedOperator(caller);
    String address = Onboarding.address(context, email);
    Created made =
        runner.write(
            idempotency,
            tx -> {
              Instant now = context.now();
              idempotency.claim(tx, now);
              return idempotency.finish(tx, createIn(tx, caller, address, now));
            });
    Invite invite = made.invite();
    mailer.send(
        new CodeMail(
            invite.email(), invite.id(), made.text(), CodeMail.Purpose.JOIN, invite.expiresAt()));
    return made;
  }

  private Created createIn(StoreTransaction tx, Caller caller, String address, Instant now) {
    Human human = Onboarding.known(context, tx, address, Human.Status.INVITED, now);
    if (human.isActive()) {
      throw MailboxException.conflict("already_active", "this person already has an account");
    }
    Onboarding.moved(tx, human, Human.Status.INVITED, now);
    tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
    for (int i = 0; i < TRIES; i++) {
      String text = shareableCodes.generate();
      Invite invite =
          new Invite(
              context.ids().next(IdPrefix.INVITE),
              address,
              hash(text),
              caller.id(),
              now,
              now.plus(LIFETIME),
              null,
              null);
      if (tx.table(INVITES).insert(invite)) {
        tx.audit(record(caller, now, AuditAction.INVITE_CREATED, invite));
        return new Created(invite, text);
      }
    }
    throw new IllegalStateException("no code is free: the source of randomness is broken");
  }

  /** All invites, including used and expired ones, by creation; operators only. */
  public Page<Invite> list(Caller caller, PageRequest page) {
    Access.requireOperator(caller);
    return context.read(tx -> tx.table(INVITES).page(INVITE_LIST, page));
  }

  /** Revokes an invite unless it was used or revoked before; operators only. */
  public void revoke(Caller caller, String inviteId) {
    Access.requireVerifiedOperator(caller);
    context.write(
        tx -> {
          Table<Invite> invites = tx.table(INVITES);
          Invite invite =
              invites.lock(inviteId).orElseThrow(() -> MailboxException.notFound("invite"));
          if (invite.usedAt() != null || invite.revokedAt() != null) {
            return false;
          }
          tx.audit(record(caller, context.now(), AuditAction.INVITE_REVOKED, invite));
          return invites.update(invite.revoked(context.now()));
        });
  }

  /** For the trail of the operator's own organization. */
  private static AuditRecord record(Caller caller, Instant now, AuditAction action, Invite invite) {
    return AuditRecord.by(caller, now, action).with("invite_id", invite.id());
  }

  /**
   * Consumes an invite and creates its human's organization.
   *
   * @return false for a code that is wrong, used, expired, revoked or for another address
   */
  boolean use(StoreTransaction tx, Human human, String typed, Instant now) {
    Table<Invite> invites = tx.table(INVITES);
    boolean used =
        shareableCodes
            .read(typed)
            .flatMap(text -> invites.find(INVITE_BY_HASH, hash(text)))
            .filter(invite -> invite.email().equals(human.email()))
            .flatMap(invite -> invites.lock(invite.id()))
            .filter(invite -> invite.status(now) == CodeStatus.ACTIVE)
            .filter(invite -> invites.update(invite.used(now)))
            .isPresent();
    if (used) {
      onboarding.founded(tx, human, now);
    }
    return used;
  }

  private String hash(String text) {
    return codes.name("invite", text);
  }
}
