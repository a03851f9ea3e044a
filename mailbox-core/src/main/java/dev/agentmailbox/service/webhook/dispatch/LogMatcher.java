package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.event.EventTables.WEBHOOK_LIST;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads new events of an organization once for all its endpoints and matches them against the
 * filters, so that an event costs nothing for endpoints it is not for. Everything here is a cache
 * that may be lost or stale: it decides which endpoints to process and where to start reading; the
 * cursor and the endpoint's row decide what is delivered. Thread safe.
 */
final class LogMatcher {
  /** Events read per transaction. */
  private static final int BATCH = 500;

  /** Most consecutive transactions for one organization. */
  private static final int MAX_BATCHES = 10;

  private final MailboxContext context;
  private final Map<String, Followed> organizations = new ConcurrentHashMap<>();
  private final Set<String> stale = ConcurrentHashMap.newKeySet();
  private final Map<EndpointKey, ScannedRange> known = new ConcurrentHashMap<>();

  LogMatcher(MailboxContext context) {
    this.context = context;
  }

  /** Position in the log and the endpoints it was matched against. */
  private record Followed(long position, List<WebhookEndpoint> audience) {}

  /**
   * Result of reading.
   *
   * @param more whether there are more events to read
   */
  record Found(Set<EndpointKey> concerned, boolean more) {}

  /** Invalidates the cached endpoints of this organization. */
  void changed(String organizationId) {
    stale.add(organizationId);
  }

  /** Reads new events; called by one thread at a time. */
  Found look(String organizationId) {
    boolean reload = stale.remove(organizationId);
    Set<EndpointKey> concerned = new HashSet<>();
    Followed followed = organizations.get(organizationId);
    if (followed == null || reload) {
      followed = follow(organizationId, followed, concerned);
    }
    for (int i = 0; i < MAX_BATCHES; i++) {
      long from = followed.position();
      List<LoggedEvent> events = context.read(tx -> tx.events().after(organizationId, from, BATCH));
      if (!events.isEmpty()) {
        long to = events.get(events.size() - 1).sequence();
        match(followed.audience(), events, from, to, concerned);
        followed = new Followed(to, followed.audience());
        organizations.put(organizationId, followed);
      }
      if (events.size() < BATCH) {
        return new Found(concerned, false);
      }
    }
    return new Found(concerned, true);
  }

  /** Loads the endpoints; the first time all of them are processed. */
  private Followed follow(
      String organizationId, @Nullable Followed before, Set<EndpointKey> concerned) {
    Followed followed =
        context.read(
            tx -> {
              long position =
                  before == null ? tx.events().bounds(organizationId).newest() : before.position();
              return new Followed(position, audience(tx, organizationId));
            });
    Set<EndpointKey> keys = new HashSet<>();
    followed.audience().forEach(endpoint -> keys.add(EndpointKey.of(endpoint)));
    known
        .keySet()
        .removeIf(key -> key.organizationId().equals(organizationId) && !keys.contains(key));
    if (before == null) {
      concerned.addAll(keys);
    }
    organizations.put(organizationId, followed);
    return followed;
  }

  private static List<WebhookEndpoint> audience(StoreTransaction tx, String organizationId) {
    Scope scope = Scope.organization(organizationId);
    List<WebhookEndpoint> enabled = new ArrayList<>();
    PagePosition after = null;
    do {
      PageRequest request = new PageRequest(PageRequest.MAX_LIMIT, after, true);
      Page<WebhookEndpoint> page = WEBHOOK_LIST.page(tx.table(WEBHOOKS), scope, request);
      page.items().stream().filter(WebhookEndpoint::enabled).forEach(enabled::add);
      after = page.next();
    } while (after != null);
    return List.copyOf(enabled);
  }

  private void match(
      List<WebhookEndpoint> audience,
      List<LoggedEvent> events,
      long from,
      long to,
      Set<EndpointKey> concerned) {
    Map<EndpointKey, List<Long>> told = new HashMap<>();
    for (LoggedEvent logged : events) {
      if (logged.event().wakes()) {
        for (WebhookEndpoint endpoint : audience) {
          if (endpoint.receives(logged.event())) {
            told.computeIfAbsent(EndpointKey.of(endpoint), key -> new ArrayList<>())
                .add(logged.sequence());
          }
        }
      }
    }
    for (WebhookEndpoint endpoint : audience) {
      EndpointKey key = EndpointKey.of(endpoint);
      part(key, endpoint.updatedAt()).extend(from, to, told.getOrDefault(key, List.of()));
    }
    concerned.addAll(told.keySet());
  }

  private ScannedRange part(EndpointKey key, Instant version) {
    return known.compute(
        key, (k, part) -> part == null || !part.isOf(version) ? new ScannedRange(version) : part);
  }

  /** Whether anything is cached for the endpoint. */
  boolean knows(EndpointKey key) {
    return known.containsKey(key);
  }

  /**
   * Where to start reading for an endpoint.
   *
   * @param endpoint as stored
   * @param cursor its stored cursor
   * @return the cursor or a later number with no event for the endpoint in between
   */
  long start(WebhookEndpoint endpoint, long cursor) {
    ScannedRange part = known.get(EndpointKey.of(endpoint));
    return part == null || !part.isOf(endpoint.updatedAt()) ? cursor : part.start(cursor);
  }

  /** Records that events up to that number are delivered or not for this endpoint. */
  void reached(WebhookEndpoint endpoint, long sequence) {
    part(EndpointKey.of(endpoint), endpoint.updatedAt()).reached(sequence);
  }
}
