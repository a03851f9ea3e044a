package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notices to humans: to approvers about pending sends, to owners about new owners,
 * complaints and half-reached limits, and to invited members, each in a separate mail. Notices are
 * written in the transaction of their cause, so none is lost in a crash; they are delivered
 * asynchronously, bypassing the outbox.
 *
 * <p>A process that crashes or stalls between the final dot and our record causes a duplicate.
 * Nothing is sent to the service's own domains, where an agent could read it. Thread safe.
 */
public final class Notices implements MaintenanceTask {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  /** Notices claimed at a time. */
  private static final int BATCH = 20;

  /** Length of a lease, which is renewed during the hand-over; the same as that of a send. */
  static final Duration LEASE = Duration.ofSeconds(30);

  /** Delays before retries after temporary failures; then the notice is abandoned. */
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
  private final ApprovalMail approvals;
  private final OwnerNotices owners;
  private final Invitations invitations;
  private final SendingNotices sending;
  private final NoticeLeases leases;
  private final String appUrl;

  /**
   * Creates the task.
   *
   * @param appUrl base URL of the console, without trailing slash
   */
  public Notices(MailboxContext context, MailTransport transport, String appUrl) {
    this.context = context;
    this.transport = transport;
    this.approvals = new ApprovalMail(context, appUrl);
    this.owners = new OwnerNotices(context);
    this.invitations = new Invitations(context);
    this.sending = new SendingNotices(context);
    this.appUrl = appUrl;
    this.leases = new NoticeLeases(context, LEASE);
  }

  @Override
  public String name() {
    return "notices";
  }

  @Override
  public int run() {
    int handled = 0;
    List<Notice> due = leases.claim(BATCH);
    while (!due.isEmpty()) {
      due.forEach(this::handle);
      handled += due.size();
      due = leases.claim(BATCH);
    }
    return handled;
  }

  private void handle(Notice notice) {
    if (context.settings().isOurAddress(notice.address())) {
      LOG.warn("notice {}: nothing is mailed to an address of this service", notice.about());
      forget(notice);
      return;
    }
    try (NoticeLeases.Lease lease = leases.begin(notice)) {
      if (!lease.renew()) {
        return;
      }
      Optional<OutboundMail> mail =
          approvals
              .of(notice)
              .or(
                  () ->
                      context.read(
                          tx ->
                              owners
                                  .mail(tx, notice, appUrl)
                                  .or(() -> invitations.mail(tx, notice, appUrl))
                                  .or(() -> sending.mail(tx, notice, appUrl))));
      if (mail.isEmpty()) {
        forget(notice);
        return;
      }
      Outcome outcome = handOver(notice, mail.get(), lease);
      lease.close();
      switch (outcome.kind()) {
        case ACCEPTED, UNKNOWN -> forget(notice);
        case TEMPORARY, BUSY -> tryLater(notice, lease);
        default -> {
          LOG.warn("notice {} could not be handed over: {}", notice.about(), outcome.kind());
          giveUp(notice, lease);
        }
      }
    }
  }

  private Outcome handOver(Notice notice, OutboundMail mail, NoticeLeases.Lease lease) {
    try {
      Outcome outcome = transport.handOver(mail, lease::require).get(notice.address());
      return outcome == null ? Outcome.of(MailTransport.Kind.UNKNOWN, null) : outcome;
    } catch (RuntimeException failure) {
      LOG.error("notice {} could not be handed over", notice.about(), failure);
      return Outcome.of(MailTransport.Kind.TEMPORARY, null);
    }
  }

  private void tryLater(Notice notice, NoticeLeases.Lease lease) {
    if (notice.attempts() >= PAUSES.size()) {
      LOG.warn("notice {} could not be handed over in time", notice.about());
      giveUp(notice, lease);
      return;
    }
    lease.give(notice.again(context.now().plus(PAUSES.get(notice.attempts()))));
  }

  private void giveUp(Notice notice, NoticeLeases.Lease lease) {
    if (lease.renew()) {
      forget(notice);
    }
  }

  private void forget(Notice notice) {
    context.write(
        tx -> {
          tx.table(NOTICES).remove(notice.organizationId(), notice.about(), notice.address());
          return true;
        });
  }
}
