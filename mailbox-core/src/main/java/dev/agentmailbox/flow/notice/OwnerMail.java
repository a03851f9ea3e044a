package dev.agentmailbox.flow.notice;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.time.Instant;

/**
 * Tells an owner of an organization of another one, so that none comes unseen.
 *
 * @param userId the recipient
 * @param newOwner address of the other one
 */
record OwnerMail(
    String email,
    String userId,
    String organization,
    String newOwner,
    OwnerNotices.Step step,
    Instant expiresAt)
    implements HumanMail {

  @Override
  public OutboundMail compose(String recipient, MailboxContext context, String appUrl) {
    String text =
        """
        %s %s of %s at %s.

        If this is not right, remove the member at once:

        %s/members
        """
            .formatted(
                newOwner,
                step == OwnerNotices.Step.INVITED
                    ? "is invited to become an owner"
                    : "is an owner now",
                organization,
                context.settings().serviceName(),
                appUrl);
    return ServiceMail.compose(
        context, recipient, "A new owner of " + organization, text, "owner-notice");
  }

  /** Says nothing of the addresses. */
  @Override
  public String toString() {
    return "OwnerMail[" + userId + "]";
  }
}
