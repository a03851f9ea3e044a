package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notices to humans: to approvers about pending sends, to owners about new owners,
 * complaints and half-reached limits, to invited members, and to who keeps the heads of audit
 * trails. What waits for one approver is in one mail. Notices are written in the transaction of
 * their cause, so none is lost in a crash; they are delivered asynchronously, bypassing the outbox.
 *
 * <p>A process that crashes or stalls between the final dot and our record causes a duplicate.
 * Nothing is sent to the service's own domains, where an agent could read it. Thread safe.
 */
public final class Notices implements MaintenanceTask {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  /** Notices claimed at a time. */
  private static final int BATCH = 50;

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
  private final PushNotices pushes;
  private final OwnerNotices owners;
  private final Invitations invitations;
  private final SendingNotices sending;
  private final AuditHeads auditHeads;
  private final NoticeLeases leases;
  private final String appUrl;

  /**
   * Creates the task.
   *
   * @param push shows approvals in browsers too
   * @param appUrl base URL of the console, without trailing slash
   */
  public Notices(MailboxContext context, MailTransport transport, PushService push, String appUrl) {
    this.context = context;
    this.transport = transport;
    this.approvals = new ApprovalMail(context, appUrl);
    this.pushes = new PushNotices(context, push);
    this.owners = new OwnerNotices(context);
    this.invitations = new Invitations(context);
    this.sending = new SendingNotices(context);
    this.auditHeads = new AuditHeads(context);
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
      together(due).forEach(this::handle);
      handled += due.size();
      due = leases.claim(BATCH);
    }
    return handled;
  }

  /** Notices of approvals to one person of one organization share a mail; any other is alone. */
  private static Collection<List<Notice>> together(List<Notice> due) {
    return due.stream()
        .collect(
            Collectors.groupingBy(
                notice ->
                    List.of(
                        notice.organizationId(),
                        notice.address(),
                        ApprovalMail.isAbout(notice) ? "" : notice.about()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private void handle(List<Notice> notices) {
    Notice first = notices.get(0);
    if (context.settings().isOurAddress(first.address())) {
      LOG.warn("notice {}: nothing is mailed to an address of this service", first.about());
      notices.forEach(this::forget);
      return;
    }
    List<NoticeLeases.Lease> held = notices.stream().map(leases::begin).toList();
    try {
      List<NoticeLeases.Lease> ours = held.stream().filter(NoticeLeases.Lease::renew).toList();
      if (!ours.isEmpty()) {
        deliver(ours);
      }
    } finally {
      held.forEach(NoticeLeases.Lease::close);
    }
  }

  private void deliver(List<NoticeLeases.Lease> held) {
    List<Notice> notices = held.stream().map(NoticeLeases.Lease::notice).toList();
    Notice first = notices.get(0);
    Optional<ApprovalMail.Telling> approval = approvals.of(notices);
    Optional<OutboundMail> mail =
        approval.map(ApprovalMail.Telling::mail).or(() -> context.read(tx -> mail(tx, first)));
    if (mail.isEmpty()) {
      notices.forEach(this::forget);
      return;
    }
    if (first.attempts() == 0) {
      approval.ifPresent(telling -> pushes.show(first.address(), telling.push()));
    }
    Outcome outcome = handOver(first, mail.get(), held);
    held.forEach(NoticeLeases.Lease::close);
    switch (outcome.kind()) {
      case ACCEPTED, UNKNOWN -> notices.forEach(this::forget);
      case TEMPORARY, BUSY -> held.forEach(this::tryLater);
      default -> {
        LOG.warn("notice {} could not be handed over: {}", first.about(), outcome.kind());
        held.forEach(this::giveUp);
      }
    }
  }

  private Optional<OutboundMail> mail(StoreTransaction tx, Notice notice) {
    return owners
        .mail(tx, notice, appUrl)
        .or(() -> invitations.mail(tx, notice, appUrl))
        .or(() -> sending.mail(tx, notice, appUrl))
        .or(() -> auditHeads.mail(tx, notice));
  }

  private Outcome handOver(Notice notice, OutboundMail mail, List<NoticeLeases.Lease> held) {
    try {
      Outcome outcome =
          transport
              .handOver(mail, () -> held.forEach(NoticeLeases.Lease::require))
              .get(notice.address());
      return outcome == null ? Outcome.of(MailTransport.Kind.UNKNOWN, null) : outcome;
    } catch (RuntimeException failure) {
      LOG.error("notice {} could not be handed over", notice.about(), failure);
      return Outcome.of(MailTransport.Kind.TEMPORARY, null);
    }
  }

  private void tryLater(NoticeLeases.Lease lease) {
    Notice notice = lease.notice();
    if (notice.attempts() >= PAUSES.size()) {
      LOG.warn("notice {} could not be handed over in time", notice.about());
      giveUp(lease);
      return;
    }
    lease.give(notice.again(context.now().plus(PAUSES.get(notice.attempts()))));
  }

  private void giveUp(NoticeLeases.Lease lease) {
    if (lease.renew()) {
      forget(lease.notice());
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
