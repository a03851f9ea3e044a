package dev.agentmailbox.service.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * API keys. Owners with a recent step-up create, change and revoke them; callers with {@code
 * api_key_read} see those within their scope. Thread safe.
 */
public final class ApiKeys {
  /** Longest name, in code points. */
  public static final int MAX_NAME_CHARACTERS = 128;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final SecureRandom random = new SecureRandom();

  public ApiKeys(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /**
   * A new key.
   *
   * @param secret to be shown once
   */
  public record Created(ApiKey key, KeySecret secret) {}

  /**
   * Creates a key scoped to exactly this level.
   *
   * @throws MailboxException {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}, {@code validation_error}, {@code not_found}
   */
  public Created create(
      Caller caller, ScopeRef scopeRef, NewApiKey request, IdempotentRequest<Created> idempotency) {
    Access.requireVerifiedOwner(caller);
    Instant now = context.now();
    FieldProblems problems = new FieldProblems();
    checkName(problems, request.name());
    Instant expiresAt =
        request.expiresAt() == null ? null : request.expiresAt().truncatedTo(ChronoUnit.MILLIS);
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      problems.add("expires_at", "must be in the future");
    }
    problems.refuseIfAny();
    Set<Permission> permissions =
        request.permissions() == null ? EnumSet.allOf(Permission.class) : request.permissions();
    KeySecret secret = KeySecret.generate(random);
    return runner.write(
        idempotency,
        tx -> {
          Scope scope = scopeRef.within(tx, caller);
          idempotency.claim(tx, now);
          ApiKey key = insert(context, tx, scope, request.name(), secret, permissions, expiresAt);
          tx.audit(record(caller, now, AuditAction.KEY_CREATED, key));
          return idempotency.finish(tx, new Created(key, secret));
        });
  }

  /** Writes a new key. */
  public static ApiKey insert(
      MailboxContext context,
      StoreTransaction tx,
      Scope scope,
      String name,
      KeySecret secret,
      Set<Permission> permissions,
      @Nullable Instant expiresAt) {
    Instant now = context.now();
    ApiKey key =
        new ApiKey(
            context.ids().next(IdPrefix.API_KEY),
            secret.prefix(),
            secret.hash(),
            name,
            scope,
            permissions,
            false,
            ApiKey.Life.since(now, expiresAt));
    if (!tx.apiKeys().insert(key)) {
      throw MailboxException.conflict("prefix", "another key has this prefix");
    }
    return key;
  }

  /** Keys within the level, including revoked and expired ones, by creation. */
  public Page<ApiKey> list(Caller caller, ScopeRef scopeRef, PageRequest page) {
    return context.read(
        tx -> {
          Scope scope = scopeRef.within(tx, caller);
          Access.require(caller, Permission.API_KEY_READ);
          return Page.cut(
              tx.apiKeys().list(scope, page),
              page.limit(),
              key -> new PagePosition(key.createdAt(), key.id()));
        });
  }

  /** Finds a key within the level. */
  public ApiKey get(Caller caller, ScopeRef scopeRef, String keyId) {
    return context.read(
        tx -> {
          ApiKey key = key(tx, caller, scopeRef, keyId);
          Access.require(caller, Permission.API_KEY_READ);
          return key;
        });
  }

  /**
   * Changes a key, effective from the next request.
   *
   * @param name null for no change
   * @param permissions replace the previous ones; null for no change
   * @throws MailboxException {@code conflict} with reason {@code revoked}, and as {@link #create}
   */
  public ApiKey update(
      Caller caller,
      ScopeRef scopeRef,
      String keyId,
      @Nullable String name,
      @Nullable Set<Permission> permissions) {
    Access.requireVerifiedOwner(caller);
    FieldProblems problems = new FieldProblems();
    if (name == null && permissions == null) {
      problems.add("body", "must contain at least one field to change");
    }
    checkName(problems, name);
    problems.refuseIfAny();
    return context.write(
        tx -> {
          ApiKey key = lockedKey(tx, caller, scopeRef, keyId);
          if (key.revokedAt() != null) {
            throw MailboxException.conflict("revoked", "the key was revoked and cannot be changed");
          }
          ApiKey changed =
              changed(
                  key,
                  name == null ? key.name() : name,
                  permissions == null ? key.permissions() : permissions,
                  context.now(),
                  null);
          tx.apiKeys().update(changed);
          tx.audit(record(caller, context.now(), AuditAction.KEY_CHANGED, changed));
          return changed;
        });
  }

  /** Revokes a key permanently, effective from the next request; idempotent. */
  public void revoke(Caller caller, ScopeRef scopeRef, String keyId) {
    Access.requireVerifiedOwner(caller);
    context.write(
        tx -> {
          ApiKey key = lockedKey(tx, caller, scopeRef, keyId);
          if (key.revokedAt() == null) {
            tx.audit(record(caller, context.now(), AuditAction.KEY_REVOKED, key));
          }
          revoke(tx, key, context.now());
          return key;
        });
  }

  private static AuditRecord record(Caller caller, Instant now, AuditAction action, ApiKey key) {
    return AuditRecord.by(caller, now, action)
        .at(key.scope())
        .with("api_key_id", key.id())
        .with("permissions", names(key.permissions()));
  }

  /** Names of permissions, as the audit trail has them. */
  public static String names(Set<Permission> permissions) {
    return permissions.stream().map(Permission::wireName).sorted().collect(Collectors.joining(" "));
  }

  /** Revokes a key whose organization is locked. */
  public static void revoke(StoreTransaction tx, ApiKey key, Instant now) {
    if (key.revokedAt() == null) {
      tx.apiKeys().update(changed(key, key.name(), key.permissions(), now, now));
    }
  }

  private static ApiKey changed(
      ApiKey key,
      String name,
      Set<Permission> permissions,
      Instant now,
      @Nullable Instant revokedAt) {
    return new ApiKey(
        key.id(),
        key.prefix(),
        key.hash(),
        name,
        key.scope(),
        permissions,
        key.restricted(),
        new ApiKey.Life(key.createdAt(), now, key.usedAt(), key.expiresAt(), revokedAt));
  }

  private static void checkName(FieldProblems problems, @Nullable String name) {
    problems.maxLength("name", name, MAX_NAME_CHARACTERS);
    if (name != null && name.isBlank()) {
      problems.add("name", "must not be blank");
    }
  }

  /** Locks the organization's row for its keys, so that concurrent changes are not lost. */
  private static ApiKey lockedKey(
      StoreTransaction tx, Caller caller, ScopeRef scopeRef, String keyId) {
    var unused = tx.organizations().lock(caller.scope().organizationId());
    return key(tx, caller, scopeRef, keyId);
  }

  private static ApiKey key(StoreTransaction tx, Caller caller, ScopeRef scopeRef, String keyId) {
    return tx.apiKeys()
        .find(scopeRef.within(tx, caller), keyId)
        .orElseThrow(() -> MailboxException.notFound("API key"));
  }
}
