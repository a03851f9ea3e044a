package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.EventBuilder;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Circuit breaker: counts outcomes and suspends an organization's sending when, over seven UTC days
 * including today, permanent bounces reach 5 % of the recipients handed over and at least 20, or
 * complaints 0.3 % and at least 5. Complaints are counted once per authenticated source and day. It
 * trips in the transaction that records the outcome.
 *
 * <p>Resuming resets the counts, otherwise the next bounce would trip it again. Thread safe.
 */
public final class Breaker {
  /** Length of the window in UTC days, including today. */
  public static final int WINDOW_DAYS = 7;

  static final double MAX_BOUNCE_RATE = 0.05;
  static final long MIN_BOUNCES = 20;
  static final double MAX_COMPLAINT_RATE = 0.003;
  static final long MIN_COMPLAINTS = 5;

  private final MailboxContext context;

  public Breaker(MailboxContext context) {
    this.context = context;
  }

  /**
   * Counts of one transaction for one send.
   *
   * @param sent 1 when the send just became sent
   * @param handedOver recipients accepted by a next hop
   * @param bounced recipients that bounced, for any reason
   * @param bouncedPermanently those that were refused permanently
   * @param complained recipients that complained
   * @param weighed complaints that count towards the breaker
   */
  public record Tally(
      long sent,
      long handedOver,
      long bounced,
      long bouncedPermanently,
      long complained,
      long weighed) {
    private Map<Counter, Long> counts() {
      Map<Counter, Long> counts = new EnumMap<>(Counter.class);
      counts.put(Counter.SENT_MESSAGES, sent);
      counts.put(Counter.SENT_RECIPIENTS, handedOver);
      counts.put(Counter.BOUNCED, bounced);
      counts.put(Counter.BOUNCED_PERMANENTLY, bouncedPermanently);
      counts.put(Counter.COMPLAINED, complained);
      counts.put(Counter.COMPLAINED_AUTHENTICATED, weighed);
      counts.values().removeIf(amount -> amount == 0);
      return counts;
    }
  }

  /**
   * Adds to the counters and trips when a limit is reached. Must be called last in its transaction,
   * because it may lock the organization's row, which is shared.
   */
  public void count(StoreTransaction tx, Send send, Tally tally) {
    tally
        .counts()
        .forEach(
            (counter, amount) ->
                tx.count(
                    send.scope().organizationId(),
                    send.scope().podId(),
                    send.inboxId(),
                    context.today(),
                    counter,
                    amount));
    if (tally.bouncedPermanently() > 0 || tally.weighed() > 0) {
      judge(tx, send.scope().organizationId(), tally);
    }
  }

  /** Resets the counts; called when a human resumes sending. */
  public void forgive(StoreTransaction tx, String organizationId) {
    LocalDate today = context.today();
    BreakerCounts soFar =
        BreakerCounts.of(tx.usage().days(organizationId, organizationId, today, today));
    tx.settings().put(setting(organizationId), new BreakerCounts.Forgiven(today, soFar).text());
  }

  /**
   * Permanent bounces per recipient handed over; at most 1.
   *
   * @param week the days to include
   */
  public static double bounceRate(List<UsageDay> week) {
    return BreakerCounts.of(week).bounceRate();
  }

  /** Counted complaints per recipient handed over; at most 1. */
  public static double complaintRate(List<UsageDay> week) {
    return BreakerCounts.of(week).complaintRate();
  }

  private void judge(StoreTransaction tx, String organizationId, Tally tally) {
    // Locked before the counts are read, so that of two concurrent outcomes the later sees both.
    Optional<Organization> organization = tx.organizations().lock(organizationId);
    if (organization.isEmpty() || organization.get().isSuspended()) {
      return;
    }
    BreakerCounts counts =
        sinceResumed(tx, organizationId)
            .plus(
                new BreakerCounts(tally.handedOver(), tally.bouncedPermanently(), tally.weighed()));
    if (counts.bounced() >= MIN_BOUNCES && counts.bounceRate() >= MAX_BOUNCE_RATE) {
      trip(tx, organization.get(), EventType.MESSAGE_BOUNCED);
    } else if (counts.complained() >= MIN_COMPLAINTS
        && counts.complaintRate() >= MAX_COMPLAINT_RATE) {
      trip(tx, organization.get(), EventType.MESSAGE_COMPLAINED);
    }
  }

  private BreakerCounts sinceResumed(StoreTransaction tx, String organizationId) {
    LocalDate today = context.today();
    LocalDate first = today.minusDays(WINDOW_DAYS - 1L);
    Optional<BreakerCounts.Forgiven> forgiven =
        tx.settings().get(setting(organizationId)).map(BreakerCounts.Forgiven::read);
    LocalDate from =
        forgiven
            .map(BreakerCounts.Forgiven::date)
            .filter(date -> date.isAfter(first))
            .orElse(first);
    BreakerCounts counts =
        BreakerCounts.of(tx.usage().days(organizationId, organizationId, from, today));
    return forgiven
        .filter(f -> !f.date().isBefore(from))
        .map(f -> counts.minus(f.counts()))
        .orElse(counts);
  }

  private void trip(StoreTransaction tx, Organization organization, EventType cause) {
    Instant now = context.now();
    String reason = cause.wireName();
    tx.organizations().update(organization.withSuspension(reason, now));
    tx.publish(
        EventBuilder.ofOrganization(context, EventType.ORG_SUSPENDED, now, organization.id())
            .with("reason", reason)
            .build());
  }

  private static String setting(String organizationId) {
    return "breaker_forgiven " + organizationId;
  }
}
