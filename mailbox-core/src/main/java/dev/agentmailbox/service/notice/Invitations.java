package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_HUMAN;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mails a new member how to accept. Written in the transaction of the invitation and delivered by
 * {@link Notices}, unless the invitation was accepted or taken back meanwhile. Thread safe.
 */
public final class Invitations {
  /**
   * Invitations mailed to one address, from all organizations; the address did not ask for them.
   */
  public static final SlidingWindow MAILED_TO_ADDRESS = new SlidingWindow(5, Duration.ofDays(1));

  private static final String INVITED_BY = ".INVITED_BY.";
  private static final int NAME_CHARACTERS = 100;

  private final MailboxContext context;

  public Invitations(MailboxContext context) {
    this.context = context;
  }

  /**
   * Writes a notice to the invited human; none when the address got enough of them today.
   *
   * @param invitedBy id of the caller who invites
   */
  public void write(StoreTransaction tx, String organizationId, Human invited, String invitedBy) {
    Instant now = context.now();
    String limit = "invitation:" + invited.id();
    RateLimits limits = new RateLimits(tx, now, limit);
    if (!limits.wait(limit, MAILED_TO_ADDRESS).isZero()) {
      return;
    }
    limits.note(limit, MAILED_TO_ADDRESS);
    String about = invited.id() + INVITED_BY + invitedBy;
    tx.table(NOTICES).insert(new Notice(organizationId, about, invited.email(), 0, now));
  }

  /** Empty when the notice is not about an invitation, or nothing is left to accept. */
  Optional<OutboundMail> mail(StoreTransaction tx, Notice notice, String appUrl) {
    int at = notice.about().indexOf(INVITED_BY);
    if (at < 0) {
      return Optional.empty();
    }
    String userId = notice.about().substring(0, at);
    String organization =
        tx.organizations().find(notice.organizationId()).map(found -> found.name()).orElse("");
    String inviter =
        tx.table(HUMANS)
            .find(notice.about().substring(at + INVITED_BY.length()))
            .map(Human::email)
            .orElse(null);
    return tx.table(MEMBERS).list(MEMBERS_OF_HUMAN, userId).stream()
        .filter(one -> one.organizationId().equals(notice.organizationId()) && !one.isActive())
        .findFirst()
        .map(pending -> compose(notice.address(), pending, organization, inviter, appUrl));
  }

  private OutboundMail compose(
      String recipient,
      Membership pending,
      String organization,
      @Nullable String inviter,
      String appUrl) {
    String name = ForeignText.line(organization, NAME_CHARACTERS);
    String by = inviter == null ? "" : " by " + ForeignText.line(inviter, NAME_CHARACTERS);
    String text =
        """
        You are invited%s to join the organization %s at %s, as %s.
        %s

        To accept, sign in with this address (%s) at

        %s

        and choose Accept. A code to sign in is mailed to you; there is no password.
        If you do not want to join, ignore this mail: without you nothing happens.
        """
            .formatted(
                by,
                name,
                context.settings().serviceName(),
                pending.role() == Role.OWNER ? "an owner" : "an approver",
                pending.role() == Role.OWNER
                    ? "Owners can do everything in the organization."
                    : "Approvers decide which mail of its agents is sent, release held mail and"
                        + " read mail.",
                recipient,
                appUrl);
    return ServiceMail.compose(
        context,
        recipient,
        new ServiceMail.Words("Invitation to join " + name, text, null),
        "invitation");
  }
}
