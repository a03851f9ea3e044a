package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.account.AccountTables.CLAIMS;
import static dev.agentmailbox.port.account.AccountTables.CLAIM_BY_HASH;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.ShareableCodes;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;

/** Claims of inboxes that agents created by sign-up. Thread safe. */
public final class Claims {
  /** How long an inbox can be claimed. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final int TRIES = 5;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final ShareableCodes shareableCodes = new ShareableCodes("");
  private final SecureRandom random = new SecureRandom();

  public Claims(MailboxContext context, IdempotencyRunner runner, Codes codes) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
  }

  /**
   * A claimed inbox.
   *
   * @param secret the agent's new key, to be shown once
   */
  public record Claimed(Inbox inbox, ApiKey key, KeySecret secret) {}

  /**
   * Claims an inbox: it receives from now on, the restricted key is revoked, and a new key scoped
   * to the inbox is created.
   *
   * @throws MailboxException {@code not_found} for a code that is wrong, used, expired or of
   *     another organization; {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}
   */
  public Claimed claim(Caller caller, String typed, IdempotentRequest<Claimed> idempotency) {
    Access.requireVerifiedOwner(caller);
    return runner.write(idempotency, tx -> claimIn(tx, caller, typed, idempotency));
  }

  private Claimed claimIn(
      StoreTransaction tx, Caller caller, String typed, IdempotentRequest<Claimed> idempotency) {
    Instant now = context.now();
    idempotency.replay(tx, now);
    SignUpClaim claim = find(tx, caller, typed, now).orElseThrow(Claims::unknown);
    Inbox waiting = tx.inboxes().lock(caller.scope(), claim.inboxId()).orElseThrow(Claims::unknown);
    idempotency.claim(tx, now);
    if (!tx.table(CLAIMS).remove(claim.organizationId(), claim.inboxId())) {
      throw unknown();
    }
    Inbox inbox = waiting.asClaimed(now);
    tx.inboxes().update(inbox);
    tx.apiKeys().revokeForInbox(inbox.scope(), now);
    KeySecret secret = KeySecret.generate(random);
    ApiKey key =
        ApiKeys.insert(
            context,
            tx,
            inbox.scope(),
            "agent of " + inbox.address(),
            secret,
            EnumSet.allOf(Permission.class),
            null);
    return idempotency.finish(tx, new Claimed(inbox, key, secret));
  }

  private Optional<SignUpClaim> find(
      StoreTransaction tx, Caller caller, String typed, Instant now) {
    String organization = caller.scope().organizationId();
    return shareableCodes
        .read(typed)
        .flatMap(
            code -> tx.table(CLAIMS).find(CLAIM_BY_HASH, organization, hash(organization, code)))
        .filter(claim -> now.isBefore(claim.expiresAt()));
  }

  /**
   * Records an unclaimed inbox.
   *
   * @return the claim code
   */
  String insert(StoreTransaction tx, SignUpClaim claim) {
    for (int i = 0; i < TRIES; i++) {
      String code = shareableCodes.generate();
      SignUpClaim hashed =
          new SignUpClaim(
              claim.organizationId(),
              claim.podId(),
              claim.inboxId(),
              claim.keyId(),
              hash(claim.organizationId(), code),
              claim.expiresAt());
      if (tx.table(CLAIMS).insert(hashed)) {
        return code;
      }
    }
    throw new IllegalStateException("no code is free: the source of randomness is broken");
  }

  private String hash(String organizationId, String code) {
    return codes.name("claim-code", organizationId, code);
  }

  private static MailboxException unknown() {
    return MailboxException.notFound("claim code");
  }
}
