package dev.agentmailbox.service.account;

import static dev.agentmailbox.port.access.AccessTables.GRANTS;
import static dev.agentmailbox.port.access.AccessTables.TOKENS;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.grant.Grants;
import dev.agentmailbox.service.record.OrganizationView;
import dev.agentmailbox.service.request.Access;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Organizations, the first start, and authentication of keys. Thread safe. */
public final class Accounts {
  /** Longest name of an organization, in characters. */
  public static final int MAX_NAME_CHARACTERS = 128;

  /** Shortest interval at which a key's last use is recorded. */
  static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

  /** Setting with the key created at first start. */
  private static final String FIRST_KEY = "first_key";

  /** Name of the advisory lock for the first start. */
  private static final String FIRST_START = "first start";

  /** Compared when the prefix is unknown, for constant response time. */
  private static final String NO_HASH = "0".repeat(64);

  private static final Logger LOG = LoggerFactory.getLogger(Accounts.class);

  private final MailboxContext context;

  public Accounts(MailboxContext context) {
    this.context = context;
  }

  /** The first organization, made now or before. */
  public record FirstStart(Organization organization, Pod defaultPod) {}

  /**
   * Creates the first organization and {@link Postmaster}, each with its default pod, unless they
   * exist.
   */
  public FirstStart ensureFirst(String name, Plan plan) {
    return context.write(tx -> ensureFirst(tx, name, plan));
  }

  private FirstStart ensureFirst(StoreTransaction tx, String name, Plan plan) {
    if (found(tx).isEmpty() || !hasPostmaster(tx)) {
      lockFirstStart(tx);
    }
    FirstStart first = found(tx).orElseGet(() -> create(context, tx, name, plan));
    if (!hasPostmaster(tx)) {
      create(
          context,
          tx,
          Postmaster.ORGANIZATION_ID,
          Postmaster.POD_ID,
          Postmaster.NAME,
          Plan.DEFAULT);
    }
    return first;
  }

  private static boolean hasPostmaster(StoreTransaction tx) {
    return tx.organizations().find(Postmaster.ORGANIZATION_ID).isPresent();
  }

  private static Optional<FirstStart> found(StoreTransaction tx) {
    return tx.organizations()
        .first()
        .map(
            organization ->
                new FirstStart(
                    organization, tx.pods().findDefault(organization.id()).orElseThrow()));
  }

  /** Serializes first starts of several processes on an empty store. */
  public static void lockFirstStart(StoreTransaction tx) {
    tx.lock(FIRST_START);
  }

  /**
   * Creates the first key, scoped to the first organization. Called last at startup, so that a
   * failed start does not consume the only chance to show the key.
   *
   * @return false when there was a first key already; then nothing was changed
   */
  public boolean ensureFirstKey(KeySecret secret) {
    return context.write(
        tx -> {
          if (tx.settings().get(FIRST_KEY).isPresent()) {
            return false;
          }
          lockFirstStart(tx);
          if (tx.settings().get(FIRST_KEY).isPresent()) {
            return false;
          }
          Organization first =
              tx.organizations()
                  .first()
                  .orElseThrow(() -> MailboxException.notFound("organization"));
          ApiKey key =
              ApiKeys.insert(
                  context,
                  tx,
                  Scope.organization(first.id()),
                  "first key",
                  secret,
                  EnumSet.allOf(Permission.class),
                  null);
          tx.settings().put(FIRST_KEY, key.id());
          return true;
        });
  }

  /** Creates an organization with its default pod. */
  static FirstStart create(MailboxContext context, StoreTransaction tx, String name, Plan plan) {
    String id = context.ids().next(IdPrefix.ORGANIZATION);
    return create(context, tx, id, context.ids().next(IdPrefix.POD), name, plan);
  }

  private static FirstStart create(
      MailboxContext context,
      StoreTransaction tx,
      String id,
      String podId,
      String name,
      Plan plan) {
    Instant now = context.now();
    Organization organization =
        Organization.made(id, name, context.settings().domains().get(0), plan, now);
    Pod pod =
        new Pod(podId, organization.id(), Pod.DEFAULT_NAME, null, 0, Policy.INHERIT, now, now);
    tx.organizations().insert(organization);
    tx.pods().insert(pod);
    return new FirstStart(organization, pod);
  }

  /** Whether the secret belongs to a key, revoked and expired ones included. */
  public boolean knows(KeySecret secret) {
    return context
        .read(tx -> tx.apiKeys().findByPrefix(secret.prefix()))
        .filter(key -> secret.matches(key.hash()))
        .isPresent();
  }

  /** Creates a key with exactly these permissions. */
  public ApiKey createKey(Scope scope, String name, KeySecret secret, Set<Permission> permissions) {
    return context.write(tx -> ApiKeys.insert(context, tx, scope, name, secret, permissions, null));
  }

  /**
   * Authenticates a key.
   *
   * @return empty for a key that is malformed, unknown, expired or revoked; result and response
   *     time do not reveal which
   */
  public Optional<Caller.Key> authenticate(String text) {
    return KeySecret.parse(text).flatMap(this::authenticate);
  }

  /** As {@link #authenticate(String)}. */
  public Optional<Caller.Key> authenticate(KeySecret secret) {
    Instant now = context.now();
    Optional<ApiKey> known = context.look(tx -> live(tx, secret, now));
    // A refusal is final for the client, so the data it is based on must be durable.
    return known
        .or(() -> context.read(tx -> live(tx, secret, now)))
        .map(found -> touched(found, now));
  }

  /** Compares hashes even when there is no such key, for constant response time. */
  private static Optional<ApiKey> live(StoreTransaction tx, KeySecret secret, Instant now) {
    Optional<ApiKey> key = tx.apiKeys().findByPrefix(secret.prefix());
    boolean matches = secret.matches(key.map(ApiKey::hash).orElse(NO_HASH));
    return key.isEmpty()
        ? granted(tx, secret, now)
        : key.filter(found -> matches && found.isLive(now));
  }

  /** The key of the grant with this access token, limited to the token's lifetime. */
  private static Optional<ApiKey> granted(StoreTransaction tx, KeySecret token, Instant now) {
    return tx.table(TOKENS)
        .find(token.hash())
        .filter(found -> found.kind() == GrantToken.Kind.ACCESS && found.isLive(now))
        .flatMap(
            found ->
                tx.table(GRANTS)
                    .find(found.organizationId(), found.grantId())
                    .map(grant -> Grants.key(tx, grant).until(found.expiresAt())))
        .filter(key -> key.isLive(now));
  }

  private Caller.Key touched(ApiKey key, Instant now) {
    Instant usedAt = key.usedAt();
    if (usedAt == null || usedAt.plus(TOUCH_INTERVAL).isBefore(now)) {
      touch(key, now);
    }
    return new Caller.Key(key, !key.restricted());
  }

  /** Recording the use must not fail a read while the store rejects writes. */
  private void touch(ApiKey key, Instant now) {
    try {
      context.write(
          tx -> {
            tx.apiKeys().touch(key.scope().organizationId(), key.id(), now);
            return key;
          });
    } catch (StoreException unavailable) {
      LOG.debug("the use of key {} could not be recorded now", key.id(), unavailable);
    }
  }

  /** The caller's organization. */
  public OrganizationView organization(Caller caller) {
    Access.require(caller, Permission.ORGANIZATION_READ);
    return context
        .read(
            tx ->
                tx.organizations()
                    .find(caller.scope().organizationId())
                    .map(found -> OrganizationView.of(tx, found)))
        .orElseThrow(() -> MailboxException.notFound("organization"));
  }

  /**
   * Renames the caller's organization. Requires an owner.
   *
   * @throws MailboxException {@code validation_error}
   */
  public OrganizationView rename(Caller caller, String name) {
    Access.requireOwner(caller);
    FieldProblems problems = new FieldProblems();
    problems.maxLength("name", name, MAX_NAME_CHARACTERS);
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      problems.add("name", "must be visible text on one line");
    }
    problems.refuseIfAny();
    String id = caller.scope().organizationId();
    return context.write(
        tx -> {
          Organization known =
              tx.organizations()
                  .lock(id)
                  .orElseThrow(() -> MailboxException.notFound("organization"));
          Organization renamed = known.withName(name.strip(), context.now());
          tx.organizations().update(renamed);
          tx.audit(AuditRecord.by(caller, context.now(), AuditAction.ORGANIZATION_RENAMED));
          return OrganizationView.of(tx, renamed);
        });
  }
}
