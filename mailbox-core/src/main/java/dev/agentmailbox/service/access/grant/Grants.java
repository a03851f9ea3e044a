package dev.agentmailbox.service.access.grant;

import static dev.agentmailbox.port.access.AccessTables.GRANTS;
import static dev.agentmailbox.port.access.AccessTables.GRANT_LIST;
import static dev.agentmailbox.port.access.AccessTables.TOKENS;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * OAuth grants of humans to clients. A grant is backed by a dedicated API key that only the grant's
 * tokens give access to; it is scoped, counted, limited and revoked like any key. Thread safe.
 */
public final class Grants {
  /** Lifetime of an authorization code. */
  static final Duration CODE_LIFE = Duration.ofMinutes(1);

  /** Prefix of the name of a grant's key, which distinguishes it from keys created by hand. */
  static final String KEY_NAME = "Program: ";

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final GrantClients clients;
  private final ApiKeys keys;
  private final SecureRandom random = new SecureRandom();

  public Grants(
      MailboxContext context, IdempotencyRunner runner, GrantClients clients, ApiKeys keys) {
    this.context = context;
    this.runner = runner;
    this.clients = clients;
    this.keys = keys;
  }

  /** A grant with its API key. */
  public record Held(Grant grant, ApiKey key) {}

  /**
   * Validates client and redirect URI. Until then nothing may be sent there, not even an error.
   *
   * @throws GrantRefusal {@code invalid_client}, {@code invalid_redirect_uri}
   * @throws MailboxException {@code human_required}
   */
  public GrantClient asking(Caller caller, GrantRequest request) {
    Access.requireHuman(caller);
    GrantClient client = clients.find(request.clientId());
    boolean covered =
        RedirectAddress.read(request.redirectUri())
            .filter(given -> client.redirectUris().stream().anyMatch(given::isCoveredBy))
            .isPresent();
    if (!covered) {
      throw new GrantRefusal(
          Reason.INVALID_REDIRECT_URI, "redirect_uri is not registered for this client");
    }
    return client;
  }

  /**
   * Approves a request: creates the grant and its key.
   *
   * @param scopeRef scope of the key, chosen by the human
   * @param permissions of the key, chosen by the human
   * @param resources resource URLs of this service
   * @return the authorization code, to be sent through the browser
   * @throws GrantRefusal as {@link #asking} and {@link GrantRequest#requireWellFormed}
   * @throws MailboxException {@code missing_permission}, {@code step_up_required}, {@code
   *     validation_error}, {@code not_found}
   */
  public GrantSecret approve(
      Caller caller,
      GrantRequest request,
      ScopeRef scopeRef,
      Set<Permission> permissions,
      Set<String> resources,
      IdempotentRequest<GrantSecret> idempotency) {
    Access.requireVerifiedOwner(caller);
    FieldProblems problems = new FieldProblems();
    if (permissions.isEmpty()) {
      problems.add("permissions", "must contain at least one permission");
    }
    problems.refuseIfAny();
    GrantClient client = asking(caller, request);
    request.requireWellFormed(resources);
    GrantSecret code = GrantSecret.generate(random);
    Instant now = context.now();
    return runner.write(
        idempotency,
        tx -> {
          Scope scope = scopeRef.within(tx, caller);
          idempotency.claim(tx, now);
          // This secret is never disclosed: only the grant's tokens give access to the key.
          ApiKey key =
              ApiKeys.insert(
                  context,
                  tx,
                  scope,
                  KEY_NAME + client.name(),
                  KeySecret.generate(random),
                  permissions,
                  null);
          Grant grant = grant(caller, request, client, key, now);
          tx.table(GRANTS).add(grant);
          tx.table(TOKENS)
              .add(
                  new GrantToken(
                      code.hash(),
                      GrantToken.Kind.CODE,
                      grant.organizationId(),
                      grant.id(),
                      now.plus(CODE_LIFE),
                      null));
          GrantClients.touch(tx, client, now);
          tx.audit(
              AuditRecord.by(caller, now, AuditAction.GRANT_APPROVED)
                  .at(scope)
                  .with("grant_id", grant.id())
                  .with("api_key_id", key.id())
                  .with("client_id", client.id())
                  .with("permissions", ApiKeys.names(permissions)));
          return idempotency.finish(tx, code);
        });
  }

  /** Denies a request, so that the same idempotent request cannot be approved later. */
  public <T> T refuse(IdempotentRequest<T> idempotency, T answer) {
    return runner.write(
        idempotency,
        tx -> {
          idempotency.claim(tx, context.now());
          return idempotency.finish(tx, answer);
        });
  }

  private Grant grant(
      Caller caller, GrantRequest request, GrantClient client, ApiKey key, Instant now) {
    return new Grant(
        context.ids().next(IdPrefix.GRANT),
        key.scope().organizationId(),
        key.id(),
        new Grant.Client(client.id(), client.name(), request.redirectUri()),
        caller.id(),
        Objects.requireNonNull(request.codeChallenge()),
        request.resource(),
        now);
  }

  /** Grants of the organization, including ended ones, by creation. */
  public Page<Held> list(Caller caller, PageRequest page) {
    Access.requireHuman(caller);
    Access.require(caller, Permission.API_KEY_READ);
    String organization = caller.scope().organizationId();
    return context.read(
        tx ->
            tx.table(GRANTS)
                .page(GRANT_LIST, page, organization)
                .map(grant -> new Held(grant, key(tx, grant))));
  }

  /**
   * Revokes a grant, effective from the next request; idempotent.
   *
   * @throws MailboxException {@code not_found}, {@code missing_permission}, {@code
   *     step_up_required}
   */
  public void revoke(Caller caller, String grantId) {
    Access.requireVerifiedOwner(caller);
    Grant grant =
        context
            .read(tx -> tx.table(GRANTS).find(caller.scope().organizationId(), grantId))
            .orElseThrow(() -> MailboxException.notFound("grant"));
    keys.revoke(caller, ScopeRef.OWN, grant.keyId());
  }

  /** The key of a grant; grants and their keys are never deleted. */
  public static ApiKey key(StoreTransaction tx, Grant grant) {
    return tx.apiKeys()
        .find(Scope.organization(grant.organizationId()), grant.keyId())
        .orElseThrow();
  }
}
