package dev.agentmailbox.flow.notice;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.util.List;

/**
 * Tells every owner of an organization by mail that somebody becomes one. Called after the change
 * is durable; a process that ends at that moment may tell nobody. Thread safe.
 */
public final class OwnerNotices {
  /** How long a mail is tried. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final MailboxContext context;
  private final HumanMailer mailer;

  public OwnerNotices(MailboxContext context, HumanMailer mailer) {
    this.context = context;
    this.mailer = mailer;
  }

  /** How far the new owner has come. */
  public enum Step {
    /** Has still to accept. */
    INVITED,
    /** Is an owner. */
    JOINED
  }

  /**
   * Tells them.
   *
   * @param newOwner address of the person
   */
  public void tell(String organizationId, String newOwner, Step step) {
    context.store().read(tx -> mails(tx, organizationId, newOwner, step)).forEach(mailer::send);
  }

  private List<OwnerMail> mails(
      StoreTransaction tx, String organizationId, String newOwner, Step step) {
    String name = tx.organizations().find(organizationId).map(Organization::name).orElse("");
    return tx.members().owners(organizationId).stream()
        .flatMap(owner -> tx.humans().find(owner.userId()).stream())
        .filter(Human::isActive)
        .map(
            human ->
                new OwnerMail(
                    human.email(), human.id(), name, newOwner, step, context.now().plus(PATIENCE)))
        .toList();
  }
}
