package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.event.EventTables.WEBHOOK_BY_CLIENT_ID;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Creates endpoints. Thread safe. */
final class WebhookCreation {
  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final WebhookDispatcher dispatcher;
  private final WebhookAddress addresses;
  private final EndpointSecrets secrets;
  private final SecureRandom random = new SecureRandom();

  WebhookCreation(
      MailboxContext context,
      IdempotencyRunner runner,
      WebhookDispatcher dispatcher,
      WebhookAddress addresses,
      EndpointSecrets secrets) {
    this.context = context;
    this.runner = runner;
    this.dispatcher = dispatcher;
    this.addresses = addresses;
    this.secrets = secrets;
  }

  EndpointWithSecret create(
      Caller caller,
      ScopeRef scopeRef,
      NewWebhook request,
      IdempotentRequest<EndpointWithSecret> idempotency) {
    FieldProblems problems = new FieldProblems();
    problems.maxLength("client_id", request.clientId(), WebhookEndpoint.MAX_CLIENT_ID_CHARACTERS);
    WebhookEdits.checkTypes(request.eventTypes(), problems);
    WebhookEdits.checkHeaders(request.headers(), problems);
    problems.refuseIfAny();
    String url = addresses.check(request.url());
    dispatcher.watch(caller.scope().organizationId());
    EndpointWithSecret made =
        runner.write(idempotency, tx -> createIn(tx, caller, scopeRef, request, url, idempotency));
    dispatcher.watch(caller.scope().organizationId());
    return made;
  }

  private EndpointWithSecret createIn(
      StoreTransaction tx,
      Caller caller,
      ScopeRef scopeRef,
      NewWebhook request,
      String url,
      IdempotentRequest<EndpointWithSecret> idempotency) {
    Instant now = context.now();
    Scope scope = WebhookRows.scope(tx, caller, scopeRef);
    String organization = scope.organizationId();
    FieldProblems problems = new FieldProblems();
    WebhookFilter filter =
        WebhookFilter.check(tx, scope, request.podIds(), request.inboxIds(), problems);
    problems.refuseIfAny();
    idempotency.claim(tx, now);
    if (request.clientId() != null) {
      // Of two concurrent requests the second finds the endpoint of the first.
      var unused = tx.organizations().lock(organization);
      Optional<WebhookEndpoint> existing =
          tx.table(WEBHOOKS).find(WEBHOOK_BY_CLIENT_ID, organization, request.clientId());
      if (existing.isPresent()) {
        return idempotency.finish(
            tx, new EndpointWithSecret(sameClient(scope, existing.get()), null));
      }
    }
    String id = context.ids().next(IdPrefix.WEBHOOK);
    SigningSecret secret = SigningSecret.generate(random);
    WebhookEndpoint endpoint =
        new WebhookEndpoint(
            id,
            filter.level(),
            new WebhookEndpoint.Target(
                url,
                List.of(secrets.seal(organization, id, secret)),
                secrets.seal(organization, id, request.headers()),
                request.bodyTemplate()),
            new WebhookEndpoint.Subscription(
                Set.copyOf(request.eventTypes()), filter.podIds(), filter.inboxIds()),
            request.clientId(),
            null,
            now,
            now);
    if (!tx.table(WEBHOOKS).insert(endpoint)) {
      throw MailboxException.conflict("client_id", "another request has just used this client_id");
    }
    WebhookRows.startAtEnd(tx, organization, id);
    tx.audit(WebhookRows.record(caller, now, AuditAction.WEBHOOK_CREATED, endpoint));
    return idempotency.finish(tx, new EndpointWithSecret(endpoint, secret));
  }

  private static WebhookEndpoint sameClient(Scope scope, WebhookEndpoint existing) {
    Scope level = existing.level();
    if (!scope.contains(level.organizationId(), level.podId(), level.inboxId())) {
      throw MailboxException.conflict("client_id", "another webhook has this client_id");
    }
    return existing;
  }
}
