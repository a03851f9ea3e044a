package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
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
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enforces the daily quota of API calls exactly: calls beyond the plan never pass. Calls are
 * reserved from the durable counter in blocks, the next one before the current is used up, so that
 * a call usually neither writes nor waits; unused calls are returned on shutdown. A killed process
 * loses at most two blocks per organization for that day. Near the limit, blocks shrink to single
 * calls. While the store rejects writes, calls pass and are counted later.
 *
 * <p>Reports show counted calls: those of this process up to now, see {@link #count}, and those of
 * other processes with a delay of at most {@link #COUNTED_EVERY}.
 *
 * <p>Thread safe.
 */
public final class DailyCalls implements AutoCloseable {
  /** Interval at which used calls are counted. */
  static final Duration COUNTED_EVERY = Duration.ofSeconds(1);

  /** Largest block. */
  static final int MAX_BLOCK = 500;

  /** A block is at most this fraction (1/n) of the day's remaining calls. */
  private static final int MAX_PART = 10;

  private static final Logger LOG = LoggerFactory.getLogger(DailyCalls.class);

  private final MailboxContext context;
  private final ConcurrentHashMap<String, Block> blocks = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      new ScheduledThreads(1, new DaemonThreads("daily-calls"));

  public DailyCalls(MailboxContext context) {
    this.context = context;
  }

  /** The calls of one day and scope. */
  private record Day(LocalDate date, Scope scope) {}

  /**
   * Reserved calls not yet used, negative when calls passed without a reservation, and used calls
   * not yet counted. Guarded by its own monitor; a call waits for the store under it only when no
   * reserved call is left.
   */
  private static final class Block {
    private LocalDate date = LocalDate.EPOCH;
    private int left;
    private boolean isFilling;
    private Map<Day, Integer> used = new HashMap<>();
    private final ReentrantLock counting = new ReentrantLock();
  }

  /** Starts the periodic count. */
  public void start() {
    long period = COUNTED_EVERY.toMillis();
    var unused =
        timer.scheduleWithFixedDelay(
            () -> blocks.keySet().forEach(this::countOrLater),
            period,
            period,
            TimeUnit.MILLISECONDS);
  }

  /** Failures are retried in the next interval. */
  private void countOrLater(String organizationId) {
    try {
      count(organizationId);
    } catch (StoreException unavailable) {
      LOG.debug("calls of {} are counted later", organizationId, unavailable);
    } catch (RuntimeException unforeseen) {
      // Rethrowing would cancel the timer and with it the counts of every organization.
      LOG.error("calls of {} could not be counted", organizationId, unforeseen);
    }
  }

  /** Counts the calls used in this process so far. */
  public void count(String organizationId) {
    Block block = blocks.get(organizationId);
    if (block != null) {
      block.counting.lock();
      try {
        countUsed(block);
      } finally {
        block.counting.unlock();
      }
    }
  }

  private void countUsed(Block block) {
    Map<Day, Integer> used;
    synchronized (block) {
      used = block.used;
      block.used = new HashMap<>();
    }
    if (used.isEmpty()) {
      return;
    }
    boolean done = false;
    try {
      context.write(
          tx -> {
            used.forEach((day, calls) -> count(tx, day, calls));
            return used;
          });
      done = true;
    } finally {
      if (!done) {
        synchronized (block) {
          used.forEach((day, calls) -> block.used.merge(day, calls, Integer::sum));
        }
      }
    }
  }

  private static void count(StoreTransaction tx, Day day, int calls) {
    Scope scope = day.scope();
    tx.count(
        scope.organizationId(),
        scope.pod().orElse(null),
        scope.inbox().orElse(null),
        day.date(),
        Counter.API_CALLS,
        calls);
  }

  /**
   * Uses one call.
   *
   * @param scope scope of the key
   * @throws MailboxException {@code daily_limit_exceeded} with the time to the next day
   */
  public void take(Scope scope) {
    String organizationId = scope.organizationId();
    Block block = blocks.computeIfAbsent(organizationId, id -> new Block());
    synchronized (block) {
      if (!hasRoom(organizationId, block)) {
        throw MailboxException.of(
                ErrorCode.DAILY_LIMIT_EXCEEDED,
                "the organization has reached its daily limit of API calls")
            .retryAfter(untilTomorrow());
      }
      block.left--;
      block.used.merge(new Day(block.date, scope), 1, Integer::sum);
    }
  }

  /**
   * Reserves calls. While the store rejects writes, calls pass and are counted when it accepts
   * writes again.
   */
  private boolean hasRoom(String organizationId, Block block) {
    LocalDate today = context.today();
    try {
      if (!block.date.equals(today)) {
        giveBack(organizationId, block);
        block.date = today;
      }
      if (block.left > 0) {
        fillAhead(organizationId, block);
        return true;
      }
      block.left += takeBlock(organizationId, today, -block.left);
      return block.left > 0;
    } catch (StoreException unavailable) {
      LOG.debug("calls of {} are counted later", organizationId, unavailable);
      return true;
    }
  }

  /** Reserves the next block when the current full-size block is half used. */
  private void fillAhead(String organizationId, Block block) {
    if (block.left == MAX_BLOCK / 2 && !block.isFilling && !timer.isShutdown()) {
      block.isFilling = true;
      LocalDate date = block.date;
      timer.execute(() -> fill(organizationId, block, date));
    }
  }

  private void fill(String organizationId, Block block, LocalDate date) {
    int amount = 0;
    try {
      amount = takeBlock(organizationId, date, 0);
    } catch (StoreException unavailable) {
      LOG.debug("calls of {} could not be reserved now", organizationId, unavailable);
    } catch (RuntimeException unforeseen) {
      LOG.error("calls of {} could not be reserved", organizationId, unforeseen);
    }
    synchronized (block) {
      block.isFilling = false;
      if (block.date.equals(date)) {
        block.left += amount;
      }
    }
  }

  /**
   * Reserves calls from the day's counter.
   *
   * @param owed calls that passed without a reservation
   * @return number reserved; 0 when the quota is used up
   */
  private int takeBlock(String organizationId, LocalDate date, int owed) {
    return context.write(
        tx -> {
          int limit =
              tx.organizations()
                  .find(organizationId)
                  .map(Organization::plan)
                  .orElseThrow(() -> MailboxException.notFound("organization"))
                  .dailyApiCalls();
          long room = limit - tx.usage().used(organizationId, date, Quota.API_CALLS);
          long part = (room - owed) / MAX_PART;
          int wanted = owed + (int) Math.max(1, Math.min(MAX_BLOCK, part));
          return tx.usage().take(organizationId, date, Quota.API_CALLS, wanted, limit) ? wanted : 0;
        });
  }

  private void giveBack(String organizationId, Block block) {
    int rest = block.left;
    LocalDate date = block.date;
    if (rest > 0) {
      context.write(
          tx -> {
            tx.usage().giveBack(organizationId, date, Quota.API_CALLS, rest);
            return rest;
          });
    }
    block.left = 0;
  }

  private Duration untilTomorrow() {
    return Duration.between(
        context.now(), context.today().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** Returns the unused calls of every block, without interrupting a count in progress. */
  @Override
  public void close() {
    timer.shutdown();
    blocks.forEach(this::end);
  }

  /** If the store is unavailable, the rest of the block is lost; shutdown continues. */
  private void end(String organizationId, Block block) {
    try {
      count(organizationId);
      synchronized (block) {
        giveBack(organizationId, block);
      }
    } catch (RuntimeException unavailable) {
      LOG.warn("unused calls of {} could not be returned", organizationId, unavailable);
    }
  }
}
