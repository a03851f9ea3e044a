package dev.agentmailbox.operation;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.UsageStore.Quota;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts API calls against the day's quota, exactly: never more than the plan allows are let
 * through. Calls are taken from the durable counter in blocks, so that a call costs no write; what
 * is left of a block at the end is given back. A process that is killed loses at most a block of
 * its organization's calls for that day. Near the limit blocks shrink to single calls.
 *
 * <p>Thread safe.
 */
public final class DailyCalls implements AutoCloseable {
  private static final int MAX_BLOCK = 100;

  private static final Logger LOG = LoggerFactory.getLogger(DailyCalls.class);

  private final MailboxContext context;
  private final ConcurrentHashMap<String, Block> blocks = new ConcurrentHashMap<>();

  public DailyCalls(MailboxContext context) {
    this.context = context;
  }

  /** Calls taken and not yet used. Guarded by itself. */
  private static final class Block {
    private LocalDate date = LocalDate.EPOCH;
    private int taken;
    private int left;
  }

  /**
   * Counts one call.
   *
   * @throws MailboxException {@code daily_limit_exceeded} with the time to the next day
   */
  public void take(String organizationId) {
    Block block = blocks.computeIfAbsent(organizationId, id -> new Block());
    synchronized (block) {
      LocalDate today = context.today();
      if (!block.date.equals(today)) {
        settle(organizationId, block);
        block.date = today;
      }
      if (block.left == 0 && !refill(organizationId, block)) {
        throw MailboxException.of(ErrorCode.DAILY_LIMIT_EXCEEDED, "the day's API calls are used up")
            .retryAfter(untilTomorrow());
      }
      block.left--;
    }
  }

  private boolean refill(String organizationId, Block block) {
    settle(organizationId, block);
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
                  int wanted = (int) Math.max(1, Math.min(MAX_BLOCK, room / 10));
                  return tx.usage().take(organizationId, block.date, Quota.API_CALLS, wanted, limit)
                      ? wanted
                      : 0;
                });
    block.taken = amount;
    block.left = amount;
    return amount > 0;
  }

  /** Writes what was used of a block and gives the rest back. */
  private void settle(String organizationId, Block block) {
    int used = block.taken - block.left;
    if (block.taken == 0) {
      return;
    }
    int left = block.left;
    context
        .store()
        .write(
            tx -> {
              if (left > 0) {
                tx.usage().giveBack(organizationId, block.date, Quota.API_CALLS, left);
              }
              tx.count(organizationId, null, null, block.date, Counter.API_CALLS, used);
              return used;
            });
    block.taken = 0;
    block.left = 0;
  }

  private Duration untilTomorrow() {
    return Duration.between(
        context.now(), context.today().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** Gives back what is left of every block. */
  @Override
  public void close() {
    blocks.forEach(
        (organizationId, block) -> {
          synchronized (block) {
            giveBackAtEnd(organizationId, block);
          }
        });
  }

  /** Whoever stops while the store is away loses the rest of the block, and stops all the same. */
  private void giveBackAtEnd(String organizationId, Block block) {
    try {
      settle(organizationId, block);
    } catch (StoreException unavailable) {
      LOG.warn("calls of {} that were taken are not given back", organizationId, unavailable);
    }
  }
}
