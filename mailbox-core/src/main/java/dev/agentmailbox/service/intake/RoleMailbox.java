package dev.agentmailbox.service.intake;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The inbox for mail to {@code postmaster@} and {@code abuse@} of a domain (RFC 5321 section 4.5.1,
 * RFC 2142 section 4): {@code postmaster@} of that domain in the organization {@link Postmaster},
 * created when the first such mail is received. Its readers can prove control of the domain to a
 * certificate authority, so it is in no key's scope.
 */
final class RoleMailbox {
  private static final String POSTMASTER = "postmaster@";
  private static final List<String> NAMES = List.of(POSTMASTER, "abuse@");

  private RoleMailbox() {}

  /** Whether a lower-case address is a role address. */
  static boolean isNamed(String address) {
    return NAMES.stream().anyMatch(address::startsWith);
  }

  static String address(String domain) {
    return POSTMASTER + domain;
  }

  /** The pod of these inboxes; empty before the first start. */
  static Optional<Pod> home(StoreTransaction tx) {
    return tx.pods().findDefault(Postmaster.ORGANIZATION_ID);
  }

  /** Creates the inbox; empty when there is no pod, or the address is retired. */
  static Optional<Inbox> make(MailboxContext context, StoreTransaction tx, String address) {
    return home(tx).map(pod -> inbox(context, pod, address)).filter(tx.inboxes()::insert);
  }

  private static Inbox inbox(MailboxContext context, Pod pod, String address) {
    Instant now = context.now();
    return Inbox.made(
        Scope.inbox(pod.organizationId(), pod.id(), address),
        new Inbox.Profile(Postmaster.NAME, null, Map.of()),
        true,
        now);
  }
}
