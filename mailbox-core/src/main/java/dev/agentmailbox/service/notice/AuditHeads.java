package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.audit.AuditTables.AUDIT_HEADS;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mails the heads of audit trails once a day to the address of the settings, so that nobody who can
 * write the database shortens or rewrites a trail unseen. The mail is signed with DKIM as all mail
 * of the service is. Delivered by {@link Notices}. Thread safe.
 */
public final class AuditHeads implements MaintenanceTask {
  private static final String ABOUT = "audit_head.";

  /** Setting with the last day of which the heads were mailed. */
  private static final String LAST_DAY = "audit_heads_mailed";

  private static final Duration NOTED = Duration.ofDays(2);
  private static final int BATCH = 100;

  private final MailboxContext context;

  public AuditHeads(MailboxContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "audit heads";
  }

  @Override
  public int run() {
    String address = context.settings().auditHeadsTo();
    if (address == null) {
      return 0;
    }
    Instant now = context.now();
    String today = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
    if (context.read(tx -> tx.settings().get(LAST_DAY)).filter(today::equals).isPresent()) {
      return 0;
    }
    int written = 0;
    List<Organization> some = organizations(null);
    while (!some.isEmpty()) {
      for (Organization organization : some) {
        written += context.write(tx -> write(tx, organization.id(), address, today, now)) ? 1 : 0;
      }
      Organization last = some.get(some.size() - 1);
      some = organizations(new PagePosition(last.createdAt(), last.id()));
    }
    context.write(
        tx -> {
          tx.settings().put(LAST_DAY, today);
          return true;
        });
    return written;
  }

  private List<Organization> organizations(@Nullable PagePosition after) {
    return context.read(tx -> tx.organizations().list(new PageRequest(BATCH, after, true)));
  }

  /** The receipt makes it happen once, across crashes and processes. */
  private static boolean write(
      StoreTransaction tx, String organizationId, String address, String today, Instant now) {
    Instant yesterday = now.minus(Duration.ofDays(1));
    return tx.table(AUDIT_HEADS)
            .find(organizationId)
            .filter(head -> head.at().isAfter(yesterday))
            .isPresent()
        && tx.receipts().note(organizationId, ABOUT + today, now, now.plus(NOTED))
        && tx.table(NOTICES).insert(new Notice(organizationId, ABOUT + today, address, 0, now));
  }

  /** Empty when the notice is about something else. */
  Optional<OutboundMail> mail(StoreTransaction tx, Notice notice) {
    return notice.about().startsWith(ABOUT)
        ? tx.table(AUDIT_HEADS).find(notice.organizationId()).map(head -> compose(notice, head))
        : Optional.empty();
  }

  private OutboundMail compose(Notice notice, AuditHead head) {
    String text =
        """
        The audit trail of %s ends with this entry:

        sequence: %d
        hash:     %s
        time:     %s

        Keep this mail. To check an export of the trail against it:

        mailbox verify-audit FILE --head %s
        """
            .formatted(head.organizationId(), head.sequence(), head.hash(), head.at(), head.hash());
    return ServiceMail.compose(
        context,
        notice.address(),
        "Audit trail of " + head.organizationId() + " at entry " + head.sequence(),
        text,
        "audit-head");
  }
}
