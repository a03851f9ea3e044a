package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS_OF_HUMAN;

import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The browsers in which a human is notified of approvals. Thread safe. */
public final class PushSubscriptions {
  /** Most browsers of one human; another one replaces the oldest. */
  public static final int MAX_SUBSCRIPTIONS = 5;

  private static final SlidingWindow ADDITIONS = new SlidingWindow(20, Duration.ofDays(1));

  private final MailboxContext context;
  private final PushService service;

  PushSubscriptions(MailboxContext context, PushService service) {
    this.context = context;
    this.service = service;
  }

  /** See {@link PushService#publicKey}. */
  public String publicKey() {
    return service.publicKey();
  }

  /**
   * Subscribes this browser for the human; replaces a subscription of another human.
   *
   * @throws MailboxException {@code validation_error}, {@code rate_limited}, {@code unauthorized}
   */
  public void add(SessionCookie cookie, String endpoint, String publicKey, String authSecret) {
    Instant now = context.now();
    context.write(
        tx -> {
          Session session = Sessions.require(tx, cookie, now);
          PushSubscription subscription =
              new PushSubscription(
                  PushSubscription.id(endpoint),
                  session.userId(),
                  endpoint,
                  publicKey,
                  authSecret,
                  now);
          if (!service.accepts(subscription)) {
            throw MailboxException.validation(
                List.of(
                    new FieldProblem(
                        "endpoint", "must be what the browser says of its push service")));
          }
          String name = "push-subscriptions " + session.userId();
          RateLimits limits = new RateLimits(tx, now, name);
          limits.require(name, ADDITIONS);
          limits.note(name, ADDITIONS);
          Table<PushSubscription> table = tx.table(PUSH_SUBSCRIPTIONS);
          table.put(subscription);
          List<PushSubscription> all = table.list(PUSH_SUBSCRIPTIONS_OF_HUMAN, session.userId());
          all.stream()
              .limit(Math.max(0, all.size() - MAX_SUBSCRIPTIONS))
              .forEach(oldest -> table.remove(oldest.id()));
          return subscription;
        });
  }

  /** Notifies no longer in this browser; does nothing when it did not. */
  public void remove(SessionCookie cookie, String endpoint) {
    context.write(
        tx -> {
          Session session = Sessions.require(tx, cookie, context.now());
          Table<PushSubscription> table = tx.table(PUSH_SUBSCRIPTIONS);
          String id = PushSubscription.id(endpoint);
          return table.find(id).filter(one -> one.userId().equals(session.userId())).isPresent()
              && table.remove(id);
        });
  }
}
