package dev.agentmailbox.service.signup;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sign-up of an agent with a code from its human. The inbox receives no mail and its key has no
 * permissions until the human claims it, see {@link Claims}. Thread safe.
 */
public final class SignUp {
  private static final String KEY_NAME = "sign-up key, until the claim";

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final DirectedCodes directedCodes;
  private final Inboxes inboxes;
  private final Claims claims;
  private final SignUpGuard guard;
  private final SecureRandom random = new SecureRandom();

  public SignUp(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      DirectedCodes directedCodes,
      Inboxes inboxes,
      Claims claims) {
    this.context = context;
    this.runner = runner;
    this.directedCodes = directedCodes;
    this.inboxes = inboxes;
    this.claims = claims;
    this.guard = new SignUpGuard(context, codes);
  }

  /**
   * Result of a sign-up.
   *
   * @param secret the restricted key, to be shown once
   * @param claimCode for the human
   * @param expiresAt when the inbox is deleted unless claimed
   */
  public record SignedUp(Inbox inbox, KeySecret secret, String claimCode, Instant expiresAt) {
    /** Omits the claim code. */
    @Override
    public String toString() {
      return "SignedUp[…]";
    }
  }

  /**
   * Signs an agent up. A refused request does not consume the code.
   *
   * @param from network of the caller
   * @param code as received; empty for none
   * @param username evaluated only with a usable code, may throw; empty for a readable random name
   * @throws MailboxException {@code signup_closed} without a usable code, or with reason {@code
   *     inbox_limit}; {@code rate_limited}, {@code upstream_unavailable} during a pause, {@code
   *     validation_error}, {@code address_unavailable}
   */
  public SignedUp signUp(
      CallerNetwork from,
      Optional<String> code,
      Supplier<Optional<String>> username,
      IdempotentRequest<SignedUp> idempotency) {
    guard.enter(from);
    try {
      return runner.write(idempotency, tx -> signUpIn(tx, from, code, username, idempotency));
    } catch (MailboxException refusal) {
      if (refusal.code() == ErrorCode.SIGNUP_CLOSED && code.isPresent()) {
        guard.noteRefused(from);
      }
      throw refusal.code() == ErrorCode.MISSING_PERMISSION ? full(refusal) : refusal;
    }
  }

  private SignedUp signUpIn(
      StoreTransaction tx,
      CallerNetwork from,
      Optional<String> typed,
      Supplier<Optional<String>> username,
      IdempotentRequest<SignedUp> idempotency) {
    Instant now = context.now();
    idempotency.replay(tx, now);
    DirectedCode code =
        typed.flatMap(text -> directedCodes.usable(tx, text, now)).orElseThrow(SignUp::closed);
    Pod pod =
        tx.pods()
            .find(Scope.organization(code.organizationId()), code.podId())
            .orElseThrow(SignUp::closed);
    Optional<String> name = username.get();
    idempotency.claim(tx, now);
    if (!tx.directedCodes().use(code.organizationId(), code.id(), now)) {
      throw closed();
    }
    Inbox inbox = inboxes.insertUnclaimed(tx, pod, name, now);
    KeySecret secret = KeySecret.generate(random);
    SignUpClaim claim = insertKey(tx, inbox, secret, now);
    String claimCode = claims.insert(tx, claim);
    tx.publish(EventBuilder.of(context, EventType.INBOX_CREATED, now, inbox).build());
    guard.noteSuccess(tx, from, now);
    return idempotency.finish(tx, new SignedUp(inbox, secret, claimCode, claim.expiresAt()));
  }

  /** Creates a key without permissions, which only identifies the agent. */
  private SignUpClaim insertKey(StoreTransaction tx, Inbox inbox, KeySecret secret, Instant now) {
    Instant expiresAt = now.plus(Claims.LIFETIME);
    ApiKey key =
        new ApiKey(
            context.ids().next(IdPrefix.API_KEY),
            secret.prefix(),
            secret.hash(),
            KEY_NAME,
            inbox.scope(),
            Set.of(),
            true,
            ApiKey.Life.since(now, expiresAt));
    if (!tx.apiKeys().insert(key)) {
      throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the key could not be created");
    }
    return new SignUpClaim(
        inbox.organizationId(), inbox.podId(), inbox.address(), key.id(), "", expiresAt);
  }

  /** The caller has no key that a permission could be missing from. */
  private static MailboxException full(MailboxException refusal) {
    return MailboxException.of(ErrorCode.SIGNUP_CLOSED, String.valueOf(refusal.getMessage()))
        .with("reason", String.valueOf(refusal.details().get("reason")))
        .fixedBy(
            "Do not retry. Ask your human to delete an inbox or to raise the limit; the code stays"
                + " valid.");
  }

  private static MailboxException closed() {
    return MailboxException.of(
        ErrorCode.SIGNUP_CLOSED, "an agent can sign up only with a directed code from its human");
  }
}
