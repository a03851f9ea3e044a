package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.flow.channel.PendingEnd;
import dev.agentmailbox.flow.channel.WebhookDispatcher;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.CustomHeaders;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import dev.agentmailbox.webhook.WebhookRun;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Webhook endpoints: keys look at them, owners who have just proved who they are set them up.
 * Thread safe.
 */
public final class Webhooks {
  /** How long an old secret signs beside the new one. */
  public static final Duration ROTATION = Duration.ofHours(24);

  private static final String ENDPOINT = "webhook";

  private final MailboxContext context;
  private final OnceRunner runner;
  private final WebhookDispatcher dispatcher;
  private final WebhookAddress addresses;
  private final Vault vault;
  private final PendingEnd pendingEnd;
  private final WebhookReplays replays;
  private final SecureRandom random = new SecureRandom();

  public Webhooks(
      MailboxContext context,
      OnceRunner runner,
      WebhookDispatcher dispatcher,
      WebhookAddress addresses,
      Vault vault) {
    this.context = context;
    this.runner = runner;
    this.dispatcher = dispatcher;
    this.addresses = addresses;
    this.vault = vault;
    this.pendingEnd = new PendingEnd(context);
    this.replays = new WebhookReplays(context, dispatcher);
  }

  /**
   * Whose endpoints are meant: of all the caller sees, or of a pod or an inbox of that.
   *
   * @param podId null for all
   * @param inboxId null for all
   */
  public record Place(@Nullable String podId, @Nullable String inboxId) {
    public static final Place ALL = new Place(null, null);
  }

  /**
   * An endpoint and the secret that is shown once.
   *
   * @param secret null when it is not to be shown
   */
  public record Shown(WebhookEndpoint endpoint, @Nullable SigningSecret secret) {
    public Shown withoutSecret() {
      return new Shown(endpoint, null);
    }
  }

  /**
   * Makes an endpoint, or answers the one with the same client id.
   *
   * @throws MailboxException {@code webhook_target_forbidden}
   */
  public Shown create(Caller caller, Place place, NewWebhook request, Once<Shown> once) {
    Access.requireVerifiedOwner(caller);
    FieldChecks checks = new FieldChecks();
    checks.maxLength("client_id", request.clientId(), WebhookEndpoint.MAX_CLIENT_ID_CHARACTERS);
    requireTypes(request.eventTypes(), checks);
    CustomHeaders.problems(request.headers()).forEach(p -> checks.problem(p.path(), p.message()));
    checks.throwIfAny();
    String url = addresses.check(request.url());
    dispatcher.watch(caller.scope().organizationId());
    return runner.write(once, tx -> createIn(tx, caller, place, request, url, once));
  }

  private Shown createIn(
      StoreTransaction tx,
      Caller caller,
      Place place,
      NewWebhook request,
      String url,
      Once<Shown> once) {
    Instant now = context.now();
    Scope scope = scope(tx, caller, place, Permission.WEBHOOK_READ);
    FieldChecks checks = new FieldChecks();
    WebhookFilter filter =
        WebhookFilter.check(tx, scope, request.podIds(), request.inboxIds(), checks);
    checks.throwIfAny();
    once.claim(tx, now);
    if (request.clientId() != null) {
      Optional<WebhookEndpoint> existing =
          tx.webhooks().findByClientId(scope.organizationId(), request.clientId());
      if (existing.isPresent()) {
        return once.finish(tx, new Shown(sameClient(scope, existing.get()), null));
      }
    }
    String id = context.ids().next(IdPrefix.WEBHOOK);
    SigningSecret secret = SigningSecret.generate(random);
    WebhookEndpoint endpoint =
        new WebhookEndpoint(
            id,
            filter.level(),
            url,
            Set.copyOf(request.eventTypes()),
            filter.podIds(),
            filter.inboxIds(),
            request.clientId(),
            null,
            List.of(sealed(scope.organizationId(), id, secret)),
            sealed(scope.organizationId(), id, request.headers()),
            now,
            now);
    if (!tx.webhooks().insert(endpoint)) {
      throw MailboxException.conflict("client_id", "another request just used this client_id");
    }
    startAtEnd(tx, scope.organizationId(), id);
    return once.finish(tx, new Shown(endpoint, secret));
  }

  private static WebhookEndpoint sameClient(Scope scope, WebhookEndpoint existing) {
    Scope level = existing.level();
    if (!scope.contains(level.organizationId(), level.podId(), level.inboxId())) {
      throw MailboxException.conflict("client_id", "another webhook has this client_id");
    }
    return existing;
  }

  private static void startAtEnd(StoreTransaction tx, String organizationId, String id) {
    long newest = tx.events().bounds(organizationId).newest();
    tx.webhookRuns().put(WebhookRun.after(organizationId, id, newest));
  }

  /** The endpoint. */
  public WebhookEndpoint get(Caller caller, Place place, String webhookId) {
    return context.store().read(tx -> find(tx, caller, place, webhookId));
  }

  /** Endpoints by creation. */
  public Page<WebhookEndpoint> list(Caller caller, Place place, PageRequest page) {
    return context
        .store()
        .read(
            tx -> {
              Scope scope = scope(tx, caller, place, Permission.WEBHOOK_READ);
              return Page.cut(
                  tx.webhooks().list(scope, page),
                  page.limit(),
                  endpoint -> new PagePosition(endpoint.createdAt(), endpoint.id()));
            });
  }

  /** Attempts of an endpoint, made and to come. */
  public Page<Delivery> deliveries(Caller caller, Place place, String webhookId, PageRequest page) {
    return context
        .store()
        .read(
            tx -> {
              WebhookEndpoint endpoint = find(tx, caller, place, webhookId);
              return Page.cut(
                  tx.deliveries().list(endpoint.organizationId(), endpoint.id(), page),
                  page.limit(),
                  delivery -> new PagePosition(delivery.createdAt(), delivery.id()));
            });
  }

  /** Changes where an endpoint points and what it is told. */
  public WebhookEndpoint update(
      Caller caller, Place place, String webhookId, WebhookChanges changes) {
    Access.requireVerifiedOwner(caller);
    FieldChecks checks = new FieldChecks();
    if (changes.isEmpty()) {
      checks.problem("body", "must change something");
    }
    if (changes.eventTypes() != null) {
      requireTypes(changes.eventTypes(), checks);
    }
    checks.throwIfAny();
    String url = changes.url() == null ? null : addresses.check(changes.url());
    WebhookEndpoint changed =
        change(
            caller, place, webhookId, (tx, row) -> changed(tx, caller, place, row, changes, url));
    if (Boolean.TRUE.equals(changes.enabled())) {
      return enable(caller, place, webhookId);
    }
    return Boolean.FALSE.equals(changes.enabled()) ? disable(caller, place, webhookId) : changed;
  }

  private static WebhookEndpoint changed(
      StoreTransaction tx,
      Caller caller,
      Place place,
      WebhookEndpoint row,
      WebhookChanges changes,
      @Nullable String url) {
    WebhookFilter filter = new WebhookFilter(row.level(), row.podIds(), row.inboxIds());
    if (changes.changesFilter()) {
      FieldChecks checks = new FieldChecks();
      filter =
          WebhookFilter.check(
              tx,
              scope(tx, caller, place, Permission.WEBHOOK_READ),
              with(row.podIds(), changes.addPodIds(), changes.removePodIds()),
              with(row.inboxIds(), changes.addInboxIds(), changes.removeInboxIds()),
              checks);
      checks.throwIfAny();
    }
    Set<EventType> types =
        changes.eventTypes() == null ? row.eventTypes() : Set.copyOf(changes.eventTypes());
    return row.withTarget(
        url == null ? row.url() : url, filter.level(), types, filter.podIds(), filter.inboxIds());
  }

  private static Set<String> with(
      Set<String> old, Collection<String> added, Collection<String> removed) {
    Set<String> ids = new TreeSet<>(old);
    ids.addAll(added);
    removed.forEach(ids::remove);
    return ids;
  }

  /** Sets some headers and removes others. */
  public WebhookEndpoint updateHeaders(
      Caller caller,
      Place place,
      String webhookId,
      Map<String, String> headers,
      List<String> removed) {
    Access.requireVerifiedOwner(caller);
    FieldChecks checks = new FieldChecks();
    CustomHeaders.problems(headers).forEach(p -> checks.problem(p.path(), p.message()));
    checks.throwIfAny();
    return change(
        caller,
        place,
        webhookId,
        (tx, row) -> {
          Map<String, String> all = new LinkedHashMap<>(row.headers());
          all.keySet().removeIf(name -> names(removed, name) || names(headers.keySet(), name));
          all.putAll(sealed(row.organizationId(), row.id(), headers));
          if (all.size() > CustomHeaders.MAX_HEADERS) {
            throw MailboxException.validation("headers", "must have at most 20 names together");
          }
          return row.withHeaders(all);
        });
  }

  private static boolean names(Collection<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Deletes an endpoint; nothing is delivered to it any more. */
  public void delete(Caller caller, Place place, String webhookId) {
    Access.requireVerifiedOwner(caller);
    context
        .store()
        .write(
            tx -> {
              WebhookEndpoint endpoint = find(tx, caller, place, webhookId);
              tx.webhookRuns().delete(endpoint.organizationId(), endpoint.id());
              tx.webhooks().delete(endpoint.organizationId(), endpoint.id());
              return endpoint;
            });
  }

  /** Switches an endpoint on; it is told what happens from now on. */
  public WebhookEndpoint enable(Caller caller, Place place, String webhookId) {
    Access.requireVerifiedOwner(caller);
    WebhookEndpoint before = get(caller, place, webhookId);
    if (before.enabled()) {
      return before;
    }
    pendingEnd.run(before.organizationId(), before.id());
    dispatcher.watch(before.organizationId());
    return change(
        caller,
        place,
        webhookId,
        (tx, row) -> {
          startAtEnd(tx, row.organizationId(), row.id());
          return row.disabled(null);
        });
  }

  private WebhookEndpoint disable(Caller caller, Place place, String webhookId) {
    WebhookEndpoint disabled =
        change(
            caller,
            place,
            webhookId,
            (tx, row) -> {
              tx.webhookRuns()
                  .lock(row.organizationId(), row.id())
                  .ifPresent(run -> tx.webhookRuns().put(run.stopped()));
              return row.enabled() ? row.disabled(DisabledReason.HUMAN) : row;
            });
    pendingEnd.run(disabled.organizationId(), disabled.id());
    return disabled;
  }

  /** Makes a new secret; the old one signs beside it for {@link #ROTATION}. */
  public Shown rotateSecret(Caller caller, Place place, String webhookId) {
    Access.requireVerifiedOwner(caller);
    SigningSecret secret = SigningSecret.generate(random);
    WebhookEndpoint rotated =
        change(
            caller,
            place,
            webhookId,
            (tx, row) -> {
              List<SealedSecret> secrets = new ArrayList<>();
              secrets.add(sealed(row.organizationId(), row.id(), secret));
              SealedSecret newest = row.secrets().get(0);
              secrets.add(new SealedSecret(newest.sealed(), context.now().plus(ROTATION)));
              return row.withSecrets(secrets);
            });
    return new Shown(rotated, secret);
  }

  /** Posts a test event now and answers what became of it. */
  public Delivery test(Caller caller, Place place, String webhookId) {
    Access.requireVerifiedOwner(caller);
    WebhookEndpoint endpoint = get(caller, place, webhookId);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("wake", true);
    data.put("test", true);
    Event event =
        new Event(
            context.ids().next(IdPrefix.EVENT),
            endpoint.eventTypes().iterator().next(),
            context.now(),
            endpoint.organizationId(),
            endpoint.level().podId(),
            endpoint.level().inboxId(),
            null,
            null,
            data);
    return dispatcher.test(endpoint, event);
  }

  /**
   * Delivers events again.
   *
   * @param since events from then on; null for those named, or else of the last 24 hours
   * @return how many
   */
  public int replay(
      Caller caller,
      Place place,
      String webhookId,
      @Nullable Instant since,
      List<String> eventIds) {
    Access.requireVerifiedOwner(caller);
    return replays.replay(get(caller, place, webhookId), since, eventIds);
  }

  private interface Edit {
    WebhookEndpoint of(StoreTransaction tx, WebhookEndpoint row);
  }

  private WebhookEndpoint change(Caller caller, Place place, String webhookId, Edit edit) {
    return context
        .store()
        .write(
            tx -> {
              Scope scope = scope(tx, caller, place, Permission.WEBHOOK_READ);
              WebhookEndpoint row =
                  tx.webhooks()
                      .lock(scope, webhookId)
                      .orElseThrow(() -> MailboxException.notFound(ENDPOINT));
              WebhookEndpoint changed = edit.of(tx, row).at(context.now());
              tx.webhooks().update(changed);
              return changed;
            });
  }

  private static WebhookEndpoint find(
      StoreTransaction tx, Caller caller, Place place, String webhookId) {
    Scope scope = scope(tx, caller, place, Permission.WEBHOOK_READ);
    return tx.webhooks()
        .find(scope, webhookId)
        .orElseThrow(() -> MailboxException.notFound(ENDPOINT));
  }

  private static Scope scope(
      StoreTransaction tx, Caller caller, Place place, Permission permission) {
    if (place.inboxId() != null) {
      return Access.inbox(tx, caller, place.inboxId(), permission).scope();
    }
    if (place.podId() != null) {
      return Access.pod(tx, caller, place.podId(), permission);
    }
    Access.require(caller, permission);
    return caller.scope();
  }

  private static void requireTypes(List<EventType> types, FieldChecks checks) {
    if (types.isEmpty()) {
      checks.problem("event_types", "must name at least one type");
    }
  }

  private SealedSecret sealed(String organizationId, String id, SigningSecret secret) {
    String owner = WebhookEndpoint.sealOwner(organizationId, id, "secret");
    return new SealedSecret(vault.seal(secret.reveal(), owner), null);
  }

  private Map<String, String> sealed(
      String organizationId, String id, Map<String, String> headers) {
    Map<String, String> sealed = new LinkedHashMap<>();
    headers.forEach(
        (name, value) ->
            sealed.put(
                name,
                vault.seal(
                    value, WebhookEndpoint.sealOwner(organizationId, id, "header " + name))));
    return sealed;
  }
}
