package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS_OF_HUMAN;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.HUMAN_BY_EMAIL;

import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.PushService;
import java.util.List;

/**
 * Shows in a person's browsers what a mail tells at the same time. The mail is what is promised; a
 * push that fails is not repeated. Thread safe.
 */
final class PushNotices {
  private final MailboxContext context;
  private final PushService service;

  PushNotices(MailboxContext context, PushService service) {
    this.context = context;
    this.service = service;
  }

  /**
   * A notice.
   *
   * @param path of the console
   */
  record Push(String title, String body, String path) {}

  /** Shows it; forgets browsers that take no more notices. */
  void show(String address, Push push) {
    for (PushSubscription subscription : subscriptions(address)) {
      PushService.Outcome outcome =
          service.push(subscription, push.title(), push.body(), push.path());
      if (outcome == PushService.Outcome.GONE) {
        context.write(tx -> tx.table(PUSH_SUBSCRIPTIONS).remove(subscription.id()));
      }
    }
  }

  private List<PushSubscription> subscriptions(String address) {
    return context.read(
        tx ->
            tx.table(HUMANS)
                .find(HUMAN_BY_EMAIL, address)
                .map(
                    human ->
                        tx.table(PUSH_SUBSCRIPTIONS).list(PUSH_SUBSCRIPTIONS_OF_HUMAN, human.id()))
                .orElse(List.of()));
  }
}
