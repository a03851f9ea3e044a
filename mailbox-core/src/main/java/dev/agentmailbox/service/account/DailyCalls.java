package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts API calls against the day's quota, exactly: never more than the plan allows are let
 * through. Calls are taken from the durable counter in blocks, so that a call costs no write; what
 * is left of a block at the end is given back. A process that is killed loses at most a block of
 * its organization's calls for that day. Near the limit blocks shrink to single calls. Calls that
 * are made while the store takes nothing are let through, and counted later.
 *
 * <p>Reports show the calls that are counted: those of this process up to now, see {@link #count},
 * and those of others at most {@link #COUNTED_EVERY} late.
 *
 * <p>Thread safe.
 */
public final class DailyCalls implements AutoCloseable {
  /** Between two counts of what was used, while anything is. */
  static final Duration COUNTED_EVERY = Duration.ofSeconds(1);

  private static final int MAX_BLOCK = 100;

  private static final Logger LOG = LoggerFactory.getLogger(DailyCalls.class);

  private final MailboxContext context;
  private final ConcurrentHashMap<String, Block> blocks = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      new ScheduledThreads(1, new DaemonThreads("daily-calls"));

  public DailyCalls(MailboxContext context) {
    this.context = context;
  }

  /**
   * Calls taken and not yet used, negative for those that were let through without; and used and
   * not yet counted. Guarded by itself.
   */
  private static final class Block {
    private LocalDate date = LocalDate.EPOCH;
    private int left;
    private final Map<Scope, Integer> used = new HashMap<>();
  }

  /** Begins to count what was used from time to time. */
  public void start() {
    long period = COUNTED_EVERY.toMillis();
    var unused =
        timer.scheduleWithFixedDelay(
            () -> blocks.keySet().forEach(this::countOrLater),
            period,
            period,
            TimeUnit.MILLISECONDS);
  }

  /** What cannot be counted now is counted the next time. */
  private void countOrLater(String organizationId) {
    try {
      count(organizationId);
    } catch (StoreException unavailable) {
      LOG.debug("calls of {} are counted later", organizationId, unavailable);
    } catch (RuntimeException unforeseen) {
      // Thrown on, it would end the timer, and with it the counts of every organization.
      LOG.error("calls of {} could not be counted", organizationId, unforeseen);
    }
  }

  /** Counts what was used in this process so far. */
  public void count(String organizationId) {
    Block block = blocks.get(organizationId);
    if (block != null) {
      synchronized (block) {
        if (!block.used.isEmpty()) {
          settle(organizationId, block, 0);
        }
      }
    }
  }

  /**
   * Counts one call.
   *
   * @param scope of the key
   * @throws MailboxException {@code daily_limit_exceeded} with the time to the next day
   */
  public void take(Scope scope) {
    String organizationId = scope.organizationId();
    Block block = blocks.computeIfAbsent(organizationId, id -> new Block());
    synchronized (block) {
      if (!hasRoom(organizationId, block)) {
        throw MailboxException.of(ErrorCode.DAILY_LIMIT_EXCEEDED, "the day's API calls are used up")
            .retryAfter(untilTomorrow());
      }
      block.left--;
      block.used.merge(scope, 1, Integer::sum);
    }
  }

  /**
   * A store that takes nothing for now can be read all the same: calls are let through then, and
   * counted when it takes something again.
   */
  private boolean hasRoom(String organizationId, Block block) {
    LocalDate today = context.today();
    try {
      if (!block.date.equals(today)) {
        settle(organizationId, block, block.left);
        block.date = today;
        block.left = 0;
      }
      return block.left > 0 || refill(organizationId, block);
    } catch (StoreException unavailable) {
      LOG.debug("calls of {} are counted later", organizationId, unavailable);
      return true;
    }
  }

  private boolean refill(String organizationId, Block block) {
    settle(organizationId, block, 0);
    int owed = -block.left;
    int amount =
        context
            .store()
            .write(
                tx -> {
                  int limit =
                      tx.organizations()
                          .find(organizationId)
                          .map(Organization::plan)
                          .orElseThrow(() -> MailboxException.notFound("organization"))
                          .dailyApiCalls();
                  long room = limit - tx.usage().used(organizationId, block.date, Quota.API_CALLS);
                  int wanted = owed + (int) Math.max(1, Math.min(MAX_BLOCK, (room - owed) / 10));
                  return tx.usage().take(organizationId, block.date, Quota.API_CALLS, wanted, limit)
                      ? wanted
                      : 0;
                });
    block.left += amount;
    return amount > 0;
  }

  /** Counts what was used of a block and gives back some of the rest. */
  private void settle(String organizationId, Block block, int back) {
    if (back == 0 && block.used.isEmpty()) {
      return;
    }
    Map<Scope, Integer> used = Map.copyOf(block.used);
    context
        .store()
        .write(
            tx -> {
              if (back > 0) {
                tx.usage().giveBack(organizationId, block.date, Quota.API_CALLS, back);
              }
              used.forEach(
                  (scope, calls) ->
                      tx.count(
                          organizationId,
                          scope.pod().orElse(null),
                          scope.inbox().orElse(null),
                          block.date,
                          Counter.API_CALLS,
                          calls));
              return used;
            });
    block.left -= Math.max(back, 0);
    block.used.clear();
  }

  private Duration untilTomorrow() {
    return Duration.between(
        context.now(), context.today().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** Gives back what is left of every block. A count that is being written is not interrupted. */
  @Override
  public void close() {
    timer.shutdown();
    blocks.forEach(
        (organizationId, block) -> {
          synchronized (block) {
            giveBackAtEnd(organizationId, block);
          }
        });
  }

  /** While the store is away the rest of the block is lost, and the process stops all the same. */
  private void giveBackAtEnd(String organizationId, Block block) {
    try {
      settle(organizationId, block, block.left);
    } catch (RuntimeException unavailable) {
      LOG.warn("calls of {} that were taken are not given back", organizationId, unavailable);
    }
  }
}
