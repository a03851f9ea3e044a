package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turn at one endpoint: look what there is to do, take the lease, post outside any transaction,
 * write what became of it together with the cursor. A crash in between repeats at most one turn.
 * Thread safe.
 */
final class EndpointTurn {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointTurn.class);

  /** A receiver slower than this is not let into the threads of the quick ones. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final MailboxContext context;
  private final WebhookTransport transport;
  private final SignedPost signing;
  private final TurnRecorder recorder;
  private final LogMatcher matcher;
  private final PendingEnd pendingEnd;
  private final WebhookLimits limits;

  EndpointTurn(
      MailboxContext context,
      WebhookTransport transport,
      SignedPost signing,
      TurnRecorder recorder,
      LogMatcher matcher,
      WebhookLimits limits) {
    this.context = context;
    this.transport = transport;
    this.signing = signing;
    this.recorder = recorder;
    this.matcher = matcher;
    this.pendingEnd = new PendingEnd(context);
    this.limits = limits;
  }

  /** Works on the endpoint, as long as a turn lasts at most. */
  TurnResult run(EndpointKey key) {
    Instant now = context.now();
    Optional<EndpointPlan> found =
        context.store().read(tx -> EndpointPlan.load(tx, key, matcher, now));
    if (found.isEmpty()) {
      return TurnResult.NOTHING;
    }
    EndpointPlan plan = found.get();
    if (plan.items().isEmpty()) {
      return rest(plan, now);
    }
    Instant lease = now.plus(limits.lease());
    if (!context.store().write(tx -> claim(tx, plan, lease))) {
      return new TurnResult(0, true, null, false);
    }
    return post(plan, lease);
  }

  private static boolean claim(StoreTransaction tx, EndpointPlan plan, Instant lease) {
    WebhookRun run = plan.run();
    boolean unchanged =
        tx.webhookRuns()
            .lock(run.organizationId(), run.webhookId())
            .filter(run::equals)
            .isPresent();
    if (unchanged) {
      tx.webhookRuns().put(run.leased(lease));
    }
    return unchanged;
  }

  /** Nothing to post: notes when to look again, and now and then how far the log was read. */
  private TurnResult rest(EndpointPlan plan, Instant now) {
    WebhookRun run = plan.run();
    boolean stale = run.dueAt() != null && !run.dueAt().equals(plan.nextAt());
    if (stale || plan.noteCursor()) {
      context
          .store()
          .write(
              tx -> {
                boolean mine =
                    tx.webhookRuns()
                        .lock(run.organizationId(), run.webhookId())
                        .filter(run::equals)
                        .isPresent();
                if (mine) {
                  tx.webhookRuns().put(run.withCursor(plan.scannedTo()).released(plan.nextAt()));
                }
                return mine;
              });
    }
    matcher.reached(plan.endpoint(), plan.scannedTo());
    boolean again = plan.more() || (plan.nextAt() != null && !plan.nextAt().isAfter(now));
    return new TurnResult(0, again, plan.nextAt(), run.failingSince() != null);
  }

  private TurnResult post(EndpointPlan plan, Instant lease) {
    long deadline = System.nanoTime() + limits.turn().toNanos();
    List<Posted> attempts = new ArrayList<>();
    List<Delivery> expired = new ArrayList<>();
    WebhookRun run = plan.run();
    boolean unfinished = false;
    long cursor = run.cursor();
    for (EndpointPlan.Item item : plan.items()) {
      Instant now = context.now();
      boolean stop =
          run.free(now) <= 0
              || System.nanoTime() > deadline
              || (!attempts.isEmpty() && !attempts.get(attempts.size() - 1).succeeded());
      if (stop) {
        unfinished = true;
        break;
      }
      LoggedEvent event = item.event();
      if (event == null) {
        if (item.pending() != null) {
          expired.add(item.pending());
        }
        continue;
      }
      attempts.add(attempt(plan.endpoint(), item, event, now));
      run = run.attempted(now);
      cursor = item.isLive() ? event.sequence() : cursor;
    }
    boolean liveLeft = unfinished && hasLiveAfter(plan, cursor);
    long reached = liveLeft ? cursor : Math.max(cursor, plan.scannedTo());
    return finish(plan, lease, attempts, expired, reached, liveLeft || plan.more());
  }

  private static boolean hasLiveAfter(EndpointPlan plan, long cursor) {
    return plan.items().stream()
        .anyMatch(i -> i.isLive() && i.event() != null && i.event().sequence() > cursor);
  }

  Posted attempt(WebhookEndpoint endpoint, EndpointPlan.Item item, LoggedEvent event, Instant now) {
    byte[] body = transport.encode(event.event());
    long start = System.nanoTime();
    WebhookTransport.Answer answer =
        transport.post(signing.of(endpoint, event.event().id(), body, now));
    Posted posted = new Posted(item, answer, now, Duration.ofNanos(System.nanoTime() - start));
    if (!posted.succeeded()) {
      LOG.info(
          "webhook {}: event {} failed, {}", endpoint.id(), event.event().id(), posted.failure());
    }
    return posted;
  }

  private TurnResult finish(
      EndpointPlan plan,
      Instant lease,
      List<Posted> attempts,
      List<Delivery> expired,
      long cursor,
      boolean more) {
    Ended ended =
        context.store().write(tx -> finishIn(tx, plan, lease, attempts, expired, cursor, more));
    if (ended.stopped()) {
      LOG.warn("webhook {} is disabled: it failed too long or is gone", plan.endpoint().id());
      pendingEnd.run(plan.run().organizationId(), plan.run().webhookId());
      return new TurnResult(attempts.size(), false, null, true);
    }
    if (ended.mine()) {
      matcher.reached(plan.endpoint(), cursor);
    }
    Posted last = attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
    boolean suspect = last != null && (!last.succeeded() || last.took().compareTo(SLOW) > 0);
    Instant next = ended.nextAt();
    boolean again = next != null && !next.isAfter(context.now());
    return new TurnResult(attempts.size(), again, next, suspect);
  }

  /**
   * What became of the run.
   *
   * @param mine false when somebody else has it now
   */
  private record Ended(boolean mine, boolean stopped, @Nullable Instant nextAt) {
    static final Ended NOT_MINE = new Ended(false, false, null);
  }

  private Ended finishIn(
      StoreTransaction tx,
      EndpointPlan plan,
      Instant lease,
      List<Posted> attempts,
      List<Delivery> expired,
      long cursor,
      boolean more) {
    Instant now = context.now();
    String organization = plan.run().organizationId();
    Optional<WebhookRun> stored = tx.webhookRuns().lock(organization, plan.run().webhookId());
    if (stored.isEmpty()) {
      return Ended.NOT_MINE;
    }
    boolean held = stored.get().leaseUntil().equals(lease);
    boolean mine = stored.get().enabled() && held;
    if (stored.get().enabled() && !held) {
      // Who has it now has the pending attempts too: what became of them is for them to say.
      List<Posted> first = attempts.stream().filter(posted -> posted.item().isLive()).toList();
      recorder.record(tx, stored.get(), first, false);
      return Ended.NOT_MINE;
    }
    expired.forEach(d -> tx.deliveries().update(d.dropped(TurnRecorder.EVENT_EXPIRED)));
    TurnRecorder.Outcome outcome = recorder.record(tx, stored.get(), attempts, mine);
    if (!mine) {
      return Ended.NOT_MINE;
    }
    WebhookRun run = outcome.run().withCursor(cursor);
    if (outcome.stop().isPresent()) {
      recorder.stop(tx, run, outcome.stop().get(), now);
      return new Ended(true, true, null);
    }
    Instant due = TurnRecorder.due(tx, run, more, now);
    tx.webhookRuns().put(run.released(due));
    return new Ended(true, false, due);
  }

  /**
   * Posts one event out of turn, at once, whatever waits; it counts against the minute all the same
   * and is not tried again.
   *
   * @return the row of the attempt
   */
  Delivery test(WebhookEndpoint endpoint, LoggedEvent event, Delivery row) {
    EndpointPlan.Item item = new EndpointPlan.Item(event, row);
    Posted posted = attempt(endpoint, item, event, context.now());
    boolean gone =
        context
            .store()
            .write(
                tx -> {
                  tx.deliveries().insert(row);
                  Optional<WebhookRun> run =
                      tx.webhookRuns().lock(endpoint.organizationId(), endpoint.id());
                  if (run.isEmpty()) {
                    return false;
                  }
                  TurnRecorder.Outcome outcome =
                      recorder.record(tx, run.get(), List.of(posted), false);
                  if (outcome.stop().isPresent() && run.get().enabled()) {
                    recorder.stop(tx, outcome.run(), outcome.stop().get(), context.now());
                    return true;
                  }
                  tx.webhookRuns().put(outcome.run());
                  return false;
                });
    if (gone) {
      pendingEnd.run(endpoint.organizationId(), endpoint.id());
    }
    long millis = posted.took().toMillis();
    Integer status = posted.answer().status();
    return posted.succeeded()
        ? row.made(Delivery.Status.SUCCEEDED, status, millis, null, posted.at())
        : row.made(Delivery.Status.FAILED, status, millis, posted.failure(), posted.at());
  }
}
