package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.service.MaintenanceTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over the notices: to the humans who may decide, that a send waits for them, and to owners,
 * that there is another one, each in a mail of their own. The notices were written together with
 * what they are about, so a crash loses none; they are handed over soon after, beside the outbox
 * and without delaying the answer.
 *
 * <p>A process that ends or stands still between the final dot and our record of it lets another
 * send the notice once more. Nothing goes to an address of the service's own domains: an agent
 * could read it, whichever way it came back. Thread safe.
 */
public final class Notices implements MaintenanceTask {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

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
  private final ApprovalMail approvals;
  private final OwnerNotices owners;
  private final NoticeLeases leases;
  private final String appUrl;

  /**
   * Notices of a service.
   *
   * @param appUrl where humans decide, without a slash at its end
   */
  public Notices(MailboxContext context, MailTransport transport, String appUrl) {
    this.context = context;
    this.transport = transport;
    this.approvals = new ApprovalMail(context, appUrl);
    this.owners = new OwnerNotices(context);
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
          context
              .store()
              .read(tx -> approvals.of(tx, notice).or(() -> owners.mail(tx, notice, appUrl)));
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
          LOG.warn("notice {}: it could not be handed over: {}", notice.about(), outcome.kind());
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
      LOG.error("notice {}: it could not be handed over", notice.about(), failure);
      return Outcome.of(MailTransport.Kind.TEMPORARY, null);
    }
  }

  private void tryLater(Notice notice, NoticeLeases.Lease lease) {
    if (notice.attempts() >= PAUSES.size()) {
      LOG.warn("notice {}: it could not be handed over in time", notice.about());
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
    context
        .store()
        .write(
            tx -> {
              tx.notices().delete(notice);
              return true;
            });
  }
}
