package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.policy.AddressLists;
import dev.agentmailbox.service.policy.PolicyLoader;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the facts for the checks in the caller's transaction. Thread safe. */
final class FactLoader {
  private static final Duration BUDGET_WINDOW = Duration.ofHours(1);
  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private final MailboxContext context;

  FactLoader(MailboxContext context) {
    this.context = context;
  }

  /**
   * Facts for a new request.
   *
   * @param keyUsedOtherwise claims the Idempotency-Key; evaluated only when check 3 passes
   */
  SendFacts forRequest(
      StoreTransaction tx, Inbox inbox, PreparedMail mail, BooleanSupplier keyUsedOtherwise) {
    SendFacts.Asked asked = SendFacts.Asked.of(mail);
    String threadId = mail.request().threadId();
    String fingerprint = mail.composed().fingerprint();
    Instant now = context.now();
    Organization organization = organization(tx, inbox.organizationId());
    EffectivePolicy policy = PolicyLoader.of(tx, organization, inbox);
    boolean conflict = !organization.isSuspended() && keyUsedOtherwise.getAsBoolean();
    boolean identical =
        !policy.duplicateWindow().isZero()
            && tx.sends()
                .recentIdentical(inbox.scope(), fingerprint, now.minus(policy.duplicateWindow()))
                .isPresent();
    Set<String> addresses = asked.addresses();
    return new SendFacts(
        now,
        asked,
        new SendFacts.Sender(organization, inbox, policy, isPlatformPaused(tx)),
        new SendFacts.Repeats(conflict, identical),
        thread(tx, inbox.scope(), threadId, now),
        AddressLists.load(tx, inbox.scope(), ListEntry.Direction.SEND, addresses),
        daily(tx, organization, addresses.size()),
        () -> strangers(tx, inbox, addresses));
  }

  private static Set<String> strangers(StoreTransaction tx, Inbox inbox, Set<String> addresses) {
    Set<String> strangers = new HashSet<>(addresses);
    strangers.removeAll(tx.contacts().known(inbox.scope(), addresses));
    return strangers;
  }

  /**
   * Facts for an accepted send that is due: its content was checked before, and of its recipients
   * those count that it has not reached. The budget of its thread is not spent again by a retry,
   * which was counted when it was accepted.
   */
  SendFacts forSend(StoreTransaction tx, Inbox inbox, Send send) {
    Instant now = context.now();
    Organization organization = organization(tx, inbox.organizationId());
    SendFacts.Asked asked = unchanged(send);
    Set<String> addresses = asked.addresses();
    boolean countedToday = dayOf(send.createdAt()).equals(context.today());
    return new SendFacts(
        now,
        asked,
        new SendFacts.Sender(
            organization, inbox, PolicyLoader.of(tx, organization, inbox), isPlatformPaused(tx)),
        SendFacts.Repeats.NONE,
        send.status() == SendStatus.SENDING || send.status() == SendStatus.SENT
            ? new SendFacts.JoinedThread(isLocked(tx, inbox.scope(), send.threadId()), 0)
            : thread(tx, inbox.scope(), send.threadId(), now),
        AddressLists.load(tx, inbox.scope(), ListEntry.Direction.SEND, addresses),
        daily(tx, organization, countedToday ? 0 : addresses.size()),
        () -> strangers(tx, inbox, addresses));
  }

  /** The effective policy of an inbox. */
  EffectivePolicy policy(StoreTransaction tx, Inbox inbox) {
    return PolicyLoader.of(tx, organization(tx, inbox.organizationId()), inbox);
  }

  static LocalDate dayOf(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  private static SendFacts.Asked unchanged(Send send) {
    return new SendFacts.Asked(
        send.open().stream().map(SendRecipient::recipient).toList(),
        null,
        SendRequest.Faults.NONE,
        0,
        send.mail().size(),
        Evidence.flagged(send.findings().flags()),
        false);
  }

  private static Organization organization(StoreTransaction tx, String id) {
    return tx.organizations()
        .find(id)
        .orElseThrow(() -> new StoreException("organization " + id + " is missing", null));
  }

  private SendFacts.DailyRecipients daily(
      StoreTransaction tx, Organization organization, int toTake) {
    long taken = tx.usage().used(organization.id(), context.today(), Quota.RECIPIENTS);
    return new SendFacts.DailyRecipients(taken, toTake);
  }

  private static SendFacts.JoinedThread thread(
      StoreTransaction tx, Scope inbox, @Nullable String threadId, Instant now) {
    if (threadId == null) {
      return new SendFacts.JoinedThread(false, 0);
    }
    return new SendFacts.JoinedThread(
        isLocked(tx, inbox, threadId), ownInThread(tx, inbox, threadId, now));
  }

  private static boolean isLocked(StoreTransaction tx, Scope inbox, @Nullable String threadId) {
    return threadId != null
        && tx.threads().find(inbox, threadId).map(MailThread::locked).orElse(false);
  }

  private static boolean isPlatformPaused(StoreTransaction tx) {
    return tx.settings().get(SettingStore.SENDING_PAUSED).isPresent();
  }

  /** Own messages handed over, and sends under way, since the last inbound message. */
  private static int ownInThread(StoreTransaction tx, Scope inbox, String threadId, Instant now) {
    MessageRange lastHour =
        new MessageRange(ALL_BITS, null, threadId, now.minus(BUDGET_WINDOW), null);
    PageRequest newest = PageRequest.first(ContentChecks.REPLY_BUDGET);
    int own = 0;
    for (Message message : tx.messages().range(inbox, lastHour, newest)) {
      if (message.direction() == Direction.INBOUND) {
        break;
      }
      own++;
    }
    Collection<Send> underWay =
        tx.sends().list(inbox, SendStatus.SENDING, PageRequest.first(PageRequest.MAX_LIMIT));
    return own
        + (int)
            underWay.stream()
                .filter(s -> threadId.equals(s.threadId()) && s.messageId() == null)
                .count();
  }
}
