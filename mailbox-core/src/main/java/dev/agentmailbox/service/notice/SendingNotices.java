package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Notifies the owners of an organization of what its mail causes: a complaint, and bounces or
 * complaints that reach half of a limit of the breaker. Written in the transaction of the cause and
 * delivered by {@link Notices}. Thread safe.
 */
public final class SendingNotices {
  private static final String COMPLAINT = "complaint.";
  private static final String HALF = "half_of_limit.";

  /** Longer than the UTC day for which a complaint is remembered. */
  private static final Duration KEPT = Duration.ofDays(2);

  private final MailboxContext context;

  public SendingNotices(MailboxContext context) {
    this.context = context;
  }

  /** Tells of the first complaint of a UTC day, so that complaints cannot flood the owners. */
  public void complaint(StoreTransaction tx, Send send, Instant now) {
    String organizationId = send.scope().organizationId();
    LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
    String told = "complaint_told " + organizationId + ' ' + day;
    if (tx.receipts().note(organizationId, told, now, now.plus(KEPT))) {
      write(tx, organizationId, COMPLAINT + send.id(), now);
    }
  }

  /**
   * Warns that half of a limit is reached.
   *
   * @param cause {@code message.bounced} or {@code message.complained}
   */
  public void halfOfLimit(
      StoreTransaction tx, String organizationId, EventType cause, Instant now) {
    write(tx, organizationId, HALF + cause.wireName(), now);
  }

  private static void write(StoreTransaction tx, String organizationId, String about, Instant now) {
    OwnerNotices.owners(tx, organizationId)
        .forEach(
            owner ->
                tx.table(NOTICES).insert(new Notice(organizationId, about, owner.email(), 0, now)));
  }

  /** Empty when the notice is about something else, or the send no longer exists. */
  Optional<OutboundMail> mail(StoreTransaction tx, Notice notice, String appUrl) {
    String organization =
        tx.organizations().find(notice.organizationId()).map(Organization::name).orElse("");
    if (notice.about().startsWith(HALF)) {
      return Optional.of(warning(notice, organization, appUrl));
    }
    return notice.about().startsWith(COMPLAINT)
        ? tx.sends()
            .find(
                Scope.organization(notice.organizationId()),
                notice.about().substring(COMPLAINT.length()))
            .map(send -> complaint(notice, send, organization, appUrl))
        : Optional.empty();
  }

  private OutboundMail complaint(Notice notice, Send send, String organization, String appUrl) {
    String complainers =
        send.recipients().stream()
            .filter(recipient -> recipient.status() == RecipientStatus.COMPLAINED)
            .map(SendRecipient::address)
            .collect(Collectors.joining(", "));
    String text =
        """
        A mail from %s was reported as unwanted by %s.
        No more mail is sent to that address.

        The mail: %s/sends/%s

        This does not pause sending. Further complaints of today are in the list of suppressed
        addresses; there is no mail about them.
        """
            .formatted(send.inboxId(), complainers, appUrl, send.id());
    return ServiceMail.compose(
        context, notice.address(), "A complaint about mail of " + organization, text, send.id());
  }

  private OutboundMail warning(Notice notice, String organization, String appUrl) {
    boolean bounces = notice.about().endsWith(EventType.MESSAGE_BOUNCED.wireName());
    String text =
        """
        In the last seven days %s.
        That is half of what pauses all sending of %s until an owner resumes it.

        Please look at what is sent, and to whom:

        %s/usage
        """
            .formatted(
                bounces
                    ? "mail to many domains was refused for good"
                    : "many recipients reported mail as unwanted",
                organization,
                appUrl);
    return ServiceMail.compose(
        context,
        notice.address(),
        "Sending of " + organization + " may be paused",
        text,
        "sending-notice");
  }
}
