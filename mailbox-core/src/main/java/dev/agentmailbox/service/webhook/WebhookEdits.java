package dev.agentmailbox.service.webhook;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.webhook.CustomHeaders;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import dev.agentmailbox.webhook.WebhookEndpointBuilder;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Changes target, filter and signing secret of an endpoint. Thread safe. */
final class WebhookEdits {
  /** Time for which a replaced secret still signs. */
  private static final Duration ROTATION = Duration.ofHours(24);

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final WebhookRows rows;
  private final WebhookAddress addresses;
  private final EndpointSecrets secrets;
  private final SecureRandom random = new SecureRandom();

  WebhookEdits(
      MailboxContext context,
      IdempotencyRunner runner,
      WebhookRows rows,
      WebhookAddress addresses,
      EndpointSecrets secrets) {
    this.context = context;
    this.runner = runner;
    this.rows = rows;
    this.addresses = addresses;
    this.secrets = secrets;
  }

  WebhookEndpoint update(
      Caller caller, ScopeRef scopeRef, String webhookId, WebhookChanges changes) {
    FieldProblems problems = new FieldProblems();
    if (changes.isEmpty()) {
      problems.add("body", "must contain at least one field to change");
    }
    if (changes.eventTypes() != null) {
      checkTypes(changes.eventTypes(), problems);
    }
    problems.refuseIfAny();
    String url = changes.url() == null ? null : addresses.check(changes.url());
    return rows.change(
        caller, scopeRef, webhookId, (tx, row) -> changed(tx, caller, scopeRef, row, changes, url));
  }

  private static WebhookEndpointBuilder changed(
      StoreTransaction tx,
      Caller caller,
      ScopeRef scopeRef,
      WebhookEndpoint row,
      WebhookChanges changes,
      @Nullable String url) {
    WebhookFilter filter = new WebhookFilter(row.level(), row.podIds(), row.inboxIds());
    if (changes.changesFilter()) {
      FieldProblems problems = new FieldProblems();
      filter =
          WebhookFilter.check(
              tx,
              WebhookRows.scope(tx, caller, scopeRef),
              with(row.podIds(), changes.addPodIds(), changes.removePodIds()),
              with(row.inboxIds(), changes.addInboxIds(), changes.removeInboxIds()),
              problems);
      problems.refuseIfAny();
    }
    Set<EventType> types =
        changes.eventTypes() == null ? row.eventTypes() : Set.copyOf(changes.eventTypes());
    String template = changes.bodyTemplate() == null ? row.bodyTemplate() : changes.bodyTemplate();
    return row.change()
        .url(url == null ? row.url() : url)
        .bodyTemplate(template == null || template.isEmpty() ? null : template)
        .eventTypes(types)
        .filter(filter.level(), filter.podIds(), filter.inboxIds());
  }

  private static Set<String> with(
      Set<String> old, Collection<String> added, Collection<String> removed) {
    Set<String> ids = new TreeSet<>(old);
    ids.addAll(added);
    removed.forEach(ids::remove);
    return ids;
  }

  WebhookEndpoint updateHeaders(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      Map<String, String> headers,
      List<String> removed) {
    FieldProblems problems = new FieldProblems();
    checkHeaders(headers, problems);
    problems.refuseIfAny();
    return rows.change(
        caller,
        scopeRef,
        webhookId,
        (tx, row) -> {
          Map<String, String> all = new LinkedHashMap<>(row.headers());
          all.keySet().removeIf(name -> names(removed, name) || names(headers.keySet(), name));
          all.putAll(secrets.seal(row.organizationId(), row.id(), headers));
          if (all.size() > CustomHeaders.MAX_HEADERS) {
            throw MailboxException.validation(
                "headers", "must have at most " + CustomHeaders.MAX_HEADERS + " names together");
          }
          return row.change().headers(all);
        });
  }

  private static boolean names(Collection<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** The previous secret keeps signing for {@link #ROTATION}; an older one stops now. */
  EndpointWithSecret rotateSecret(
      Caller caller,
      ScopeRef scopeRef,
      String webhookId,
      IdempotentRequest<EndpointWithSecret> idempotency) {
    SigningSecret secret = SigningSecret.generate(random);
    return runner.write(
        idempotency,
        tx -> {
          WebhookRows.find(tx, caller, scopeRef, webhookId);
          idempotency.claim(tx, context.now());
          WebhookEndpoint rotated =
              rows.changeIn(tx, caller, scopeRef, webhookId, (same, row) -> rotated(row, secret));
          return idempotency.finish(tx, new EndpointWithSecret(rotated, secret));
        });
  }

  private WebhookEndpointBuilder rotated(WebhookEndpoint row, SigningSecret secret) {
    SealedSecret fresh = secrets.seal(row.organizationId(), row.id(), secret);
    SealedSecret old = row.secrets().get(0);
    return row.change()
        .secrets(List.of(fresh, new SealedSecret(old.sealed(), context.now().plus(ROTATION))));
  }

  static void checkTypes(List<EventType> types, FieldProblems problems) {
    if (types.isEmpty()) {
      problems.add("event_types", "must contain at least one type");
    }
  }

  static void checkHeaders(Map<String, String> headers, FieldProblems problems) {
    CustomHeaders.problems(headers).forEach(p -> problems.add(p.path(), p.message()));
  }
}
