package dev.agentmailbox.service.event;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.service.message.HiddenMailAccess;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FilteredPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the event log by cursor. Thread safe. */
public final class EventFeed {
  // spec Polling.2, Sizes.11
  /** Retention of events, and validity of cursors. */
  public static final Duration KEPT = Duration.ofDays(30);

  /** Most events scanned per call; the cursor advances over all of them. */
  static final int MAX_SCANNED = 2_000;

  private static final int SCAN_BATCH = 500;

  private final MailboxContext context;

  public EventFeed(MailboxContext context) {
    this.context = context;
  }

  /**
   * Event filter.
   *
   * @param types only these; empty for all visible ones
   * @param inboxIds only of these inboxes; empty for all in scope
   * @param podId only of this pod; null for all in scope
   */
  public record EventQuery(Set<EventType> types, Set<String> inboxIds, @Nullable String podId) {
    public static final EventQuery ALL = new EventQuery(Set.of(), Set.of(), null);

    public EventQuery {
      types = Set.copyOf(types);
      inboxIds = inboxIds.stream().map(Inbox::normal).collect(Collectors.toUnmodifiableSet());
    }
  }

  /**
   * A cursor, before the API layer signs it.
   *
   * @param sequence last event returned or skipped
   * @param issuedAt when it was issued
   */
  public record Cursor(long sequence, Instant issuedAt) {}

  /**
   * A page of events with the cursor to continue from.
   *
   * @param hasMore whether there are events after the cursor
   */
  public record EventPage(List<LoggedEvent> events, Cursor cursor, boolean hasMore) {}

  /**
   * Events after a cursor, oldest first.
   *
   * @param after null to start at the oldest retained event
   * @param limit most events to return
   * @throws MailboxException {@code gone} when the cursor has expired
   */
  public EventPage poll(Caller caller, EventQuery query, @Nullable Cursor after, int limit) {
    return context.read(tx -> pollIn(tx, caller, query, after, limit));
  }

  private EventPage pollIn(
      StoreTransaction tx, Caller caller, EventQuery query, @Nullable Cursor after, int limit) {
    Scope scope = scope(tx, caller, query);
    Visible visible = new Visible(caller, scope, query);
    EventLog.Bounds bounds = tx.events().bounds(scope.organizationId());
    long position = after == null ? bounds.oldest() - 1 : after.sequence();
    requireKept(after, position, bounds);
    List<LoggedEvent> wanted = new ArrayList<>();
    long scanned = 0;
    while (position < bounds.newest() && wanted.size() < limit && scanned < MAX_SCANNED) {
      List<LoggedEvent> batch = read(tx, scope, visible, position);
      if (batch.isEmpty()) {
        position = bounds.newest();
        break;
      }
      for (LoggedEvent event : batch) {
        position = event.sequence();
        scanned++;
        if (visible.shows(event.event())) {
          wanted.add(event);
          if (wanted.size() == limit) {
            break;
          }
        }
      }
    }
    return new EventPage(wanted, new Cursor(position, context.now()), position < bounds.newest());
  }

  /** An empty page with a cursor at the end of the log. */
  public EventPage latest(Caller caller, EventQuery query) {
    return context.read(
        tx -> {
          Scope scope = scope(tx, caller, query);
          long newest = tx.events().bounds(scope.organizationId()).newest();
          return new EventPage(List.of(), new Cursor(newest, context.now()), false);
        });
  }

  /**
   * The filter of a query as a predicate over the organization's events, for a reader of the whole
   * log.
   *
   * @throws MailboxException {@code not_found} when a pod or inbox is out of scope
   */
  public Predicate<Event> filter(Caller caller, EventQuery query) {
    Scope scope = context.read(tx -> scope(tx, caller, query));
    return new Visible(caller, scope, query)::shows;
  }

  private Scope scope(StoreTransaction tx, Caller caller, EventQuery query) {
    String podId = query.podId();
    if (podId != null) {
      return Access.pod(tx, caller, podId, Permission.EVENT_READ);
    }
    for (String inboxId : query.inboxIds()) {
      if (tx.inboxes().find(caller.scope(), inboxId).isEmpty()) {
        throw MailboxException.notFound("inbox");
      }
    }
    Access.require(caller, Permission.EVENT_READ);
    return caller.scope();
  }

  private void requireKept(@Nullable Cursor after, long position, EventLog.Bounds bounds) {
    boolean old = after != null && after.issuedAt().isBefore(context.now().minus(KEPT));
    if (old || position < bounds.oldest() - 1) {
      throw MailboxException.of(
          ErrorCode.GONE, "the cursor is older than the retained events (30 days)");
    }
  }

  private static List<LoggedEvent> read(
      StoreTransaction tx, Scope scope, Visible visible, long position) {
    return visible.onlyInbox() == null
        ? tx.events().after(scope.organizationId(), position, SCAN_BATCH)
        : tx.events()
            .ofInboxAfter(scope.organizationId(), visible.onlyInbox(), position, SCAN_BATCH);
  }

  /**
   * The label events of one inbox, paged.
   *
   * @return positions contain the sequence number as text
   */
  public Page<LoggedEvent> ofInbox(Caller caller, String inboxId, PageRequest page) {
    return context.read(
        tx -> {
          Inbox inbox = Access.inbox(tx, caller, inboxId, Permission.EVENT_READ);
          return FilteredPage.page(
              page,
              request -> labelRange(tx, inbox, request),
              logged ->
                  isLabelEvent(logged.event().type())
                      && HiddenMailAccess.allowed(caller).contains(logged.event().hiddenBits()),
              logged ->
                  new PagePosition(logged.event().occurredAt(), Long.toString(logged.sequence())));
        });
  }

  private static List<LoggedEvent> labelRange(
      StoreTransaction tx, Inbox inbox, PageRequest request) {
    long start =
        request
            .position()
            .map(position -> Long.parseLong(position.id()))
            .orElse(request.ascending() ? 0L : Long.MAX_VALUE);
    return request.ascending()
        ? tx.events()
            .ofInboxAfter(inbox.organizationId(), inbox.address(), start, request.limit() + 1)
        : tx.events()
            .ofInboxBefore(inbox.organizationId(), inbox.address(), start, request.limit() + 1);
  }

  private static boolean isLabelEvent(EventType type) {
    return type == EventType.LABEL_ADDED || type == EventType.LABEL_REMOVED;
  }

  /** The events visible to a caller with one query. */
  private record Visible(Caller caller, Scope scope, EventQuery query, List<Integer> visibleBits) {
    Visible(Caller caller, Scope scope, EventQuery query) {
      this(caller, scope, query, HiddenMailAccess.allowed(caller));
    }

    /** The single inbox all matching events belong to; null when there may be several. */
    @Nullable String onlyInbox() {
      if (scope.inbox().isPresent()) {
        return scope.inbox().get();
      }
      return query.inboxIds().size() == 1 ? query.inboxIds().iterator().next() : null;
    }

    boolean shows(Event event) {
      return (query.types().isEmpty() || query.types().contains(event.type()))
          && inScope(event)
          && (query.inboxIds().isEmpty()
              || (event.inboxId() != null && query.inboxIds().contains(event.inboxId())))
          && permitted(event.type())
          && visibleBits.contains(event.hiddenBits());
    }

    private boolean inScope(Event event) {
      return scope.type() == ScopeType.ORGANIZATION
          || scope.contains(event.organizationId(), event.podId(), event.inboxId());
    }

    private boolean permitted(EventType type) {
      return switch (type) {
        case MESSAGE_RECEIVED_SPAM -> caller.may(Hidden.SPAM.permission());
        case MESSAGE_RECEIVED_BLOCKED -> caller.may(Hidden.BLOCKED.permission());
        default -> true;
      };
    }
  }
}
