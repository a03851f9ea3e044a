package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.notice.SendingNotices;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Circuit breaker: counts outcomes and suspends an organization's sending when, over seven UTC days
 * including today, the bounces that count reach 5 % of the recipients handed over and at least 20,
 * or the complaints that count 0.3 % and at least 5; {@link CountedOutcomes} says which those are.
 * It trips in the transaction that records the outcome. At half of a limit the owners are warned.
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

  private static final List<EventType> CAUSES =
      List.of(EventType.MESSAGE_BOUNCED, EventType.MESSAGE_COMPLAINED);

  private final MailboxContext context;
  private final SendingNotices notices;

  public Breaker(MailboxContext context) {
    this.context = context;
    this.notices = new SendingNotices(context);
  }

  /**
   * Counts of one transaction for one send.
   *
   * @param sent 1 when the send just became sent
   * @param handedOver recipients accepted by a next hop
   * @param bounced recipients that bounced, for any reason
   * @param countedBounces bounces that count towards the breaker
   * @param complained recipients that complained
   * @param countedComplaints complaints that count towards the breaker
   */
  public record Tally(
      long sent,
      long handedOver,
      long bounced,
      long countedBounces,
      long complained,
      long countedComplaints) {
    private Map<Counter, Long> counts() {
      Map<Counter, Long> counts = new EnumMap<>(Counter.class);
      counts.put(Counter.SENT_MESSAGES, sent);
      counts.put(Counter.SENT_RECIPIENTS, handedOver);
      counts.put(Counter.BOUNCED, bounced);
      counts.put(Counter.BOUNCED_PERMANENTLY, countedBounces);
      counts.put(Counter.COMPLAINED, complained);
      counts.put(Counter.COMPLAINED_AUTHENTICATED, countedComplaints);
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
    if (tally.countedBounces() > 0 || tally.countedComplaints() > 0) {
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
   * Counted bounces per recipient handed over; at most 1.
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
    Optional<BreakerCounts.Forgiven> forgiven =
        tx.settings().get(setting(organizationId)).map(BreakerCounts.Forgiven::read);
    BreakerCounts counts =
        sinceResumed(tx, organizationId, forgiven)
            .plus(
                new BreakerCounts(
                    tally.handedOver(), tally.countedBounces(), tally.countedComplaints()));
    Optional<EventType> cause = CAUSES.stream().filter(c -> exceeds(counts, c)).findFirst();
    if (cause.isPresent()) {
      trip(tx, organization.get(), cause.get());
      return;
    }
    // Twice the counts exceed a limit when the counts reach half of it.
    BreakerCounts twice = counts.plus(counts.withoutHandedOver());
    CAUSES.stream()
        .filter(c -> exceeds(twice, c))
        .forEach(c -> warn(tx, organizationId, c, forgiven));
  }

  private static boolean exceeds(BreakerCounts counts, EventType cause) {
    return cause == EventType.MESSAGE_BOUNCED
        ? counts.bounced() >= MIN_BOUNCES && counts.bounceRate() >= MAX_BOUNCE_RATE
        : counts.complained() >= MIN_COMPLAINTS && counts.complaintRate() >= MAX_COMPLAINT_RATE;
  }

  /** Once in a window, and once more after a human has resumed. */
  private void warn(
      StoreTransaction tx,
      String organizationId,
      EventType cause,
      Optional<BreakerCounts.Forgiven> forgiven) {
    Instant now = context.now();
    String key =
        "breaker_warned "
            + organizationId
            + ' '
            + cause.wireName()
            + forgiven.map(f -> ' ' + f.text()).orElse("");
    if (tx.receipts().note(organizationId, key, now, now.plus(Duration.ofDays(WINDOW_DAYS)))) {
      notices.halfOfLimit(tx, organizationId, cause, now);
    }
  }

  private BreakerCounts sinceResumed(
      StoreTransaction tx, String organizationId, Optional<BreakerCounts.Forgiven> forgiven) {
    LocalDate today = context.today();
    LocalDate first = today.minusDays(WINDOW_DAYS - 1L);
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
    tx.audit(
        AuditRecord.of(organization.id(), now, AuditRecord.SERVICE, AuditAction.ORGANIZATION_PAUSED)
            .with("reason", reason));
    tx.publish(
        EventBuilder.ofOrganization(context, EventType.ORG_SUSPENDED, now, organization.id())
            .with(EventMember.REASON, reason)
            .build());
  }

  private static String setting(String organizationId) {
    return "breaker_forgiven " + organizationId;
  }
}
