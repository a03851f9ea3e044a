package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_ROLE;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Notice;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Notifies every owner of an organization of a new owner. Written in the transaction of the change
 * and delivered by {@link Notices}. Thread safe.
 */
public final class OwnerNotices {
  private final MailboxContext context;

  public OwnerNotices(MailboxContext context) {
    this.context = context;
  }

  /** Progress of the new owner. */
  public enum Step {
    /** Invited, not yet accepted. */
    INVITED("is invited to become an owner"),
    /** Accepted. */
    JOINED("is an owner now");

    private final String words;

    Step(String words) {
      this.words = words;
    }

    private String of(String userId) {
      return userId + '.' + name();
    }
  }

  /** The owners who have accepted, and may use the console. */
  static Stream<Human> owners(StoreTransaction tx, String organizationId) {
    return tx.table(MEMBERS).list(MEMBERS_OF_ROLE, organizationId, Role.OWNER.wireName()).stream()
        .filter(Membership::isActive)
        .flatMap(owner -> tx.table(HUMANS).find(owner.userId()).stream())
        .filter(Human::isActive);
  }

  /** Writes a notice to every owner, including the new one if already accepted. */
  public void write(StoreTransaction tx, String organizationId, Human newOwner, Step step) {
    owners(tx, organizationId)
        .forEach(
            owner ->
                tx.table(NOTICES)
                    .insert(
                        new Notice(
                            organizationId,
                            step.of(newOwner.id()),
                            owner.email(),
                            0,
                            context.now())));
  }

  /** Empty when the notice is not about a new owner, or the human no longer exists. */
  Optional<OutboundMail> mail(StoreTransaction tx, Notice notice, String appUrl) {
    String userId = notice.about().substring(0, Math.max(0, notice.about().indexOf('.')));
    return Arrays.stream(Step.values())
        .filter(step -> step.of(userId).equals(notice.about()))
        .findFirst()
        .flatMap(
            step ->
                tx.table(HUMANS)
                    .find(userId)
                    .map(
                        newOwner ->
                            compose(
                                notice,
                                step,
                                newOwner.email(),
                                tx.organizations()
                                    .find(notice.organizationId())
                                    .map(Organization::name)
                                    .orElse(""),
                                appUrl)));
  }

  private OutboundMail compose(
      Notice notice, Step step, String newOwner, String organization, String appUrl) {
    String text =
        """
        %s %s of %s at %s.

        If this is not right, remove the member at once:

        %s/members
        """
            .formatted(
                newOwner, step.words, organization, context.settings().serviceName(), appUrl);
    return ServiceMail.compose(
        context, notice.address(), "A new owner of " + organization, text, "owner-notice");
  }
}
