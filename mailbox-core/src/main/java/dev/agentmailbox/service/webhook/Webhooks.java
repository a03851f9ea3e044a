package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.DELIVERY_LIST;
import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.event.EventTables.WEBHOOK_LIST;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.event.SampleEvent;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.service.webhook.dispatch.PendingDeliveryCanceller;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Webhook endpoints. Keys can read them; owners with a recent step-up manage them. A {@link
 * ScopeRef} selects all endpoints in scope, or those of a pod or inbox. Thread safe.
 */
public final class Webhooks {
  private final MailboxContext context;
  private final WebhookDispatcher dispatcher;
  private final WebhookRows rows;
  private final WebhookCreation creation;
  private final WebhookEdits edits;
  private final PendingDeliveryCanceller pendingEnd;
  private final WebhookReplays replays;
  private final IdempotencyRunner runner;

  public Webhooks(
      MailboxContext context,
      IdempotencyRunner runner,
      WebhookDispatcher dispatcher,
      WebhookAddress addresses,
      EndpointSecrets secrets) {
    this.context = context;
    this.runner = runner;
    this.dispatcher = dispatcher;
    this.rows = new WebhookRows(context);
    this.creation = new WebhookCreation(context, runner, dispatcher, addresses, secrets);
    this.edits = new WebhookEdits(context, runner, rows, addresses, secrets);
    this.pendingEnd = new PendingDeliveryCanceller(context);
    this.replays = new WebhookReplays(context, runner, dispatcher);
  }

  /**
   * Creates an endpoint, or returns the one with the same client id.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code webhook_target_forbidden}
   */
  public EndpointWithSecret create(
      Caller caller,
      ScopeRef scopeRef,
      NewWebhook request,
      IdempotentRequest<EndpointWithSecret> idempotency) {
    Access.requireVerifiedOwner(caller);
    return creation.create(caller, scopeRef, request, idempotency);
  }

  public WebhookEndpoint get(Caller caller, ScopeRef scopeRef, String webhookId) {
    return context.read(tx -> WebhookRows.find(tx, caller, scopeRef, webhookId));
  }

  /** Endpoints by creation. */
  public Page<WebhookEndpoint> list(Caller caller, ScopeRef scopeRef, PageRequest page) {
    return context.read(
        tx -> {
          Scope scope = WebhookRows.scope(tx, caller, scopeRef);
          return WEBHOOK_LIST.page(tx.table(WEBHOOKS), scope, page);
        });
  }

  /** Delivery attempts of an endpoint, past and pending. */
  public Page<Delivery> deliveries(
      Caller caller, ScopeRef scopeRef, String webhookId, PageRequest page) {
    return context.read(
        tx -> {
          WebhookEndpoint endpoint = WebhookRows.find(tx, caller, scopeRef, webhookId);
          return tx.table(DELIVERIES)
              .page(DELIVERY_LIST, page, endpoint.organizationId(), endpoint.id());
        });
  }

  /** Changes target and filter. */
  public WebhookEndpoint update(
      Caller caller, ScopeRef scopeRef, String webhookId, WebhookChanges changes) {
    Access.requireVerifiedOwner(caller);
    WebhookEndpoint changed = edits.update(caller, scopeRef, webhookId, changes);
    dispatcher.watch(changed.organizationId());
    if (Boolean.TRUE.equals(changes.enabled())) {
      return enable(caller, scopeRef, webhookId, IdempotentRequest.unkeyed());
    }
    return Boolean.FALSE.equals(changes.enabled()) ? disable(caller, scopeRef, webhookId) : changed;
  }

  /** Sets and removes custom headers. */
  public WebhookEndpoint updateHeaders(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      Map<String, String> headers,
      List<String> removed) {
    Access.requireVerifiedOwner(caller);
    return edits.updateHeaders(caller, scopeRef, webhookId, headers, removed);
  }

  /** Deletes an endpoint and cancels its deliveries. */
  public void delete(Caller caller, ScopeRef scopeRef, String webhookId) {
    Access.requireVerifiedOwner(caller);
    context.write(
        tx -> {
          WebhookEndpoint endpoint = WebhookRows.find(tx, caller, scopeRef, webhookId);
          tx.endpointCursors().delete(endpoint.organizationId(), endpoint.id());
          tx.table(WEBHOOKS).remove(endpoint.organizationId(), endpoint.id());
          tx.audit(
              WebhookRows.record(caller, context.now(), AuditAction.WEBHOOK_DELETED, endpoint));
          return endpoint;
        });
  }

  /** Enables an endpoint, starting at the end of the log. */
  public WebhookEndpoint enable(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      IdempotentRequest<WebhookEndpoint> idempotency) {
    Access.requireVerifiedOwner(caller);
    WebhookEndpoint before =
        context.read(
            tx -> {
              WebhookEndpoint found = WebhookRows.find(tx, caller, scopeRef, webhookId);
              idempotency.replay(tx, context.now());
              return found;
            });
    if (!before.enabled()) {
      pendingEnd.run(before.organizationId(), before.id());
      dispatcher.watch(before.organizationId());
    }
    WebhookEndpoint enabled =
        runner.write(
            idempotency,
            tx -> {
              idempotency.claim(tx, context.now());
              return idempotency.finish(
                  tx, before.enabled() ? before : enabled(tx, caller, scopeRef, webhookId));
            });
    dispatcher.watch(enabled.organizationId());
    return enabled;
  }

  private WebhookEndpoint enabled(
      StoreTransaction tx, Caller caller, ScopeRef scopeRef, String webhookId) {
    return rows.changeIn(
        tx,
        caller,
        scopeRef,
        webhookId,
        (same, row) -> {
          WebhookRows.startAtEnd(same, row.organizationId(), row.id());
          return row.change().enabled();
        });
  }

  private WebhookEndpoint disable(Caller caller, ScopeRef scopeRef, String webhookId) {
    WebhookEndpoint disabled =
        rows.change(
            caller,
            scopeRef,
            webhookId,
            (tx, row) -> {
              tx.endpointCursors()
                  .lock(row.organizationId(), row.id())
                  .ifPresent(endpointCursor -> tx.endpointCursors().put(endpointCursor.stopped()));
              return row.enabled() ? row.change().disabled(DisabledReason.HUMAN) : row.change();
            });
    pendingEnd.run(disabled.organizationId(), disabled.id());
    return disabled;
  }

  /** Creates a new secret; the previous one keeps signing for 24 hours. */
  public EndpointWithSecret rotateSecret(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      IdempotentRequest<EndpointWithSecret> idempotency) {
    Access.requireVerifiedOwner(caller);
    return edits.rotateSecret(caller, scopeRef, webhookId, idempotency);
  }

  /** Sends a test event now and returns the attempt. */
  public Delivery test(
      Caller caller, ScopeRef scopeRef, String webhookId, IdempotentRequest<Delivery> idempotency) {
    Access.requireVerifiedOwner(caller);
    WebhookEndpoint endpoint = get(caller, scopeRef, webhookId);
    Event sample = SampleEvent.of(context, endpoint);
    return runner.call(idempotency, () -> dispatcher.test(endpoint, sample));
  }

  /**
   * Redelivers events.
   *
   * @param since events from this time on; null for {@code eventIds}, or if there are none for the
   *     last 24 hours
   * @return number of events
   */
  public int replay(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      @Nullable Instant since,
      List<String> eventIds,
      IdempotentRequest<Integer> idempotency) {
    Access.requireVerifiedOwner(caller);
    return replays.replay(get(caller, scopeRef, webhookId), since, eventIds, idempotency);
  }
}
