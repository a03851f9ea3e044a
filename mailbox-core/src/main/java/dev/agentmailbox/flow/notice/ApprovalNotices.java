package dev.agentmailbox.flow.notice;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.flow.upkeep.Chore;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalNotice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the humans who may decide that a send waits for them, each in a mail of their own. The
 * notices were written together with the approval, so a crash loses none; they are handed over soon
 * after, beside the outbox and without delaying the answer to the agent.
 *
 * <p>A process that ends or stands still between the final dot and our record of it lets another
 * send the notice once more. Nothing goes to an address of the service's own domains: an agent
 * could read it, whichever way it came back. Thread safe.
 */
public final class ApprovalNotices implements Chore {
  private static final Logger LOG = LoggerFactory.getLogger(ApprovalNotices.class);

  /** Notices taken at once. */
  private static final int BATCH = 20;

  /**
   * How long a notice is kept from other processes; renewed while it is handed over. As long as
   * that of a send.
   */
  static final Duration LEASE = Duration.ofSeconds(30);

  /** When a next hop that could not just now is asked again; afterwards the notice is given up. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(4),
          Duration.ofHours(8),
          Duration.ofHours(8));

  private final MailboxContext context;
  private final MailTransport transport;
  private final NoticeMail mail;
  private final NoticeLeases leases;

  /**
   * Notices of a service.
   *
   * @param appUrl where humans decide, without a slash at its end
   */
  public ApprovalNotices(MailboxContext context, MailTransport transport, String appUrl) {
    this.context = context;
    this.transport = transport;
    this.mail = new NoticeMail(context, appUrl);
    this.leases = new NoticeLeases(context, LEASE);
  }

  @Override
  public String name() {
    return "approval notices";
  }

  @Override
  public int run() {
    int handled = 0;
    List<ApprovalNotice> due = leases.claim(BATCH);
    while (!due.isEmpty()) {
      due.forEach(this::handle);
      handled += due.size();
      due = leases.claim(BATCH);
    }
    return handled;
  }

  private void handle(ApprovalNotice notice) {
    if (context.settings().isOurAddress(notice.address())) {
      LOG.warn(
          "approval {}: a human with an address of this service is not told", notice.approvalId());
      forget(notice);
      return;
    }
    try (NoticeLeases.Lease lease = leases.begin(notice)) {
      if (!lease.renew()) {
        return;
      }
      Optional<NoticeMail.Facts> facts = context.store().read(tx -> facts(tx, notice));
      if (facts.isEmpty()) {
        forget(notice);
        return;
      }
      Outcome outcome = handOver(notice, facts.get(), lease);
      lease.close();
      switch (outcome.kind()) {
        case ACCEPTED, UNKNOWN -> forget(notice);
        case TEMPORARY, BUSY -> tryLater(notice, lease);
        default -> {
          LOG.warn(
              "approval {}: a human could not be told: {}", notice.approvalId(), outcome.kind());
          giveUp(notice, lease);
        }
      }
    }
  }

  /** What the mail says; empty when nobody need be told any more. */
  private static Optional<NoticeMail.Facts> facts(StoreTransaction tx, ApprovalNotice notice) {
    Scope organization = Scope.organization(notice.organizationId());
    return tx.approvals()
        .find(organization, notice.approvalId())
        .filter(approval -> approval.status() == Approval.Status.PENDING)
        .flatMap(
            approval ->
                tx.sends()
                    .find(organization, approval.sendId())
                    .map(send -> new NoticeMail.Facts(approval, send.recipients().size())));
  }

  private Outcome handOver(
      ApprovalNotice notice, NoticeMail.Facts facts, NoticeLeases.Lease lease) {
    try {
      Outcome outcome =
          transport
              .handOver(mail.compose(notice.address(), facts), lease::require)
              .get(notice.address());
      return outcome == null ? Outcome.of(MailTransport.Kind.UNKNOWN, null) : outcome;
    } catch (RuntimeException failure) {
      LOG.error("approval {}: the notice could not be handed over", notice.approvalId(), failure);
      return Outcome.of(MailTransport.Kind.TEMPORARY, null);
    }
  }

  private void tryLater(ApprovalNotice notice, NoticeLeases.Lease lease) {
    if (notice.attempts() >= PAUSES.size()) {
      LOG.warn("approval {}: a human could not be told in time", notice.approvalId());
      giveUp(notice, lease);
      return;
    }
    lease.give(notice.again(context.now().plus(PAUSES.get(notice.attempts()))));
  }

  private void giveUp(ApprovalNotice notice, NoticeLeases.Lease lease) {
    if (lease.renew()) {
      forget(notice);
    }
  }

  private void forget(ApprovalNotice notice) {
    context
        .store()
        .write(
            tx -> {
              tx.notices().delete(notice);
              return true;
            });
  }
}
