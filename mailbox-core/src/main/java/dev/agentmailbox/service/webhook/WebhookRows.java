package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpointBuilder;
import java.net.URI;
import java.time.Instant;

/** Finds endpoints in the caller's scope and updates them under a lock. Thread safe. */
final class WebhookRows {
  private static final String ENDPOINT = "webhook";

  private final MailboxContext context;

  WebhookRows(MailboxContext context) {
    this.context = context;
  }

  /** Computes the changed endpoint; may also change its cursor. */
  interface Edit {
    WebhookEndpointBuilder of(StoreTransaction tx, WebhookEndpoint row);
  }

  WebhookEndpoint change(Caller caller, ScopeRef scopeRef, String webhookId, Edit edit) {
    return context.write(tx -> changeIn(tx, caller, scopeRef, webhookId, edit));
  }

  WebhookEndpoint changeIn(
      StoreTransaction tx, Caller caller, ScopeRef scopeRef, String webhookId, Edit edit) {
    Scope scope = scopeRef.within(tx, caller);
    WebhookEndpoint row =
        tx.table(WEBHOOKS)
            .lock(scope.organizationId(), webhookId)
            .filter(found -> scope.contains(found.level()))
            .orElseThrow(() -> MailboxException.notFound(ENDPOINT));
    Access.require(caller, Permission.WEBHOOK_READ);
    WebhookEndpoint changed = edit.of(tx, row).at(context.now());
    tx.table(WEBHOOKS).update(changed);
    tx.audit(record(caller, context.now(), AuditAction.WEBHOOK_CHANGED, changed));
    return changed;
  }

  /** Names the host only: a path may be a secret. */
  static AuditRecord record(
      Caller caller, Instant now, AuditAction action, WebhookEndpoint endpoint) {
    return AuditRecord.by(caller, now, action)
        .at(endpoint.level())
        .with("webhook_id", endpoint.id())
        .with("host", URI.create(endpoint.url()).getHost());
  }

  static WebhookEndpoint find(
      StoreTransaction tx, Caller caller, ScopeRef scopeRef, String webhookId) {
    Scope scope = scopeRef.within(tx, caller);
    WebhookEndpoint found =
        tx.table(WEBHOOKS)
            .find(scope.organizationId(), webhookId)
            .filter(row -> scope.contains(row.level()))
            .orElseThrow(() -> MailboxException.notFound(ENDPOINT));
    Access.require(caller, Permission.WEBHOOK_READ);
    return found;
  }

  /** Resolves the scope and requires the permission. */
  static Scope scope(StoreTransaction tx, Caller caller, ScopeRef scopeRef) {
    Scope scope = scopeRef.within(tx, caller);
    Access.require(caller, Permission.WEBHOOK_READ);
    return scope;
  }

  /** Starts the endpoint at the end of the log. */
  static void startAtEnd(StoreTransaction tx, String organizationId, String webhookId) {
    long newest = tx.events().bounds(organizationId).newest();
    tx.endpointCursors().put(EndpointCursor.after(organizationId, webhookId, newest));
  }
}
