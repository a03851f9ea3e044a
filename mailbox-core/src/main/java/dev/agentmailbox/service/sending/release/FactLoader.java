package dev.agentmailbox.service.sending.release;

import static dev.agentmailbox.port.rule.RuleTables.RULES;
import static dev.agentmailbox.port.rule.RuleTables.RULES_OF_ORGANIZATION;

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
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.policy.AddressLists;
import dev.agentmailbox.service.policy.PolicyLoader;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the facts for the checks in the caller's transaction. Thread safe. */
final class FactLoader {
  private static final Duration BUDGET_WINDOW = Duration.ofHours(1);

  /** Newest messages of a thread in which its writers are looked for. */
  private static final int MAX_WRITERS = 50;

  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private final MailboxContext context;

  FactLoader(MailboxContext context) {
    this.context = context;
  }

  /**
   * Facts for a new request.
   *
   * @param idempotency its key is claimed when check 3 passes
   */
  SendFacts forRequest(
      StoreTransaction tx, Inbox inbox, SendRequest request, IdempotentRequest<?> idempotency) {
    Instant now = context.now();
    SendFacts.Sender sender = sender(tx, inbox);
    boolean conflict = !sender.organization().isSuspended() && !idempotency.tryClaim(tx, now);
    Duration window = sender.policy().duplicateWindow();
    String fingerprint = request.mail().fingerprint();
    boolean identical =
        !window.isZero()
            && tx.sends()
                .recentIdentical(inbox.scope(), fingerprint, now.minus(window))
                .isPresent();
    SendFacts.JoinedThread thread = thread(tx, inbox.scope(), request.threadId(), now);
    int toTake = request.addresses().size();
    return facts(
        tx, request, sender, new SendFacts.Repeats(conflict, identical), thread, toTake, now);
  }

  private SendFacts facts(
      StoreTransaction tx,
      SendRequest request,
      SendFacts.Sender sender,
      SendFacts.Repeats repeats,
      SendFacts.JoinedThread thread,
      int toTake,
      Instant now) {
    Inbox inbox = sender.inbox();
    Dictations.Subject mail =
        new Dictations.Subject(request.addresses(), request.evidence().links(), request.threadId());
    AddressLists lists =
        AddressLists.load(tx, inbox.scope(), ListEntry.Direction.SEND, mail.contacts());
    Dictations.Reader reader =
        new Dictations.Reader(tx, context.settings(), inbox.scope(), request.reach());
    Supplier<Set<String>> unwritten = once(() -> unwritten(tx, inbox, mail.contacts()));
    Supplier<Dictations> dictations =
        once(() -> Dictations.search(reader, mail, unwritten.get(), lists));
    Supplier<Set<String>> received =
        once(
            () ->
                received(tx, inbox, unwritten(request, unwritten.get()), dictations.get().names()));
    return new SendFacts(
        now,
        request,
        sender,
        repeats,
        thread,
        lists,
        daily(tx, sender.organization(), toTake),
        new SendFacts.Known(
            () -> {
              Set<String> strangers = unwritten(request, unwritten.get());
              strangers.removeAll(received.get());
              return strangers;
            },
            () -> writers(tx, inbox.scope(), request.threadId()),
            () -> rules(tx, inbox.scope()),
            once(() -> dictations.get().find(received.get()))));
  }

  private static SendFacts.Sender sender(StoreTransaction tx, Inbox inbox) {
    Organization organization = organization(tx, inbox.organizationId());
    return new SendFacts.Sender(
        organization, inbox, PolicyLoader.of(tx, organization, inbox), isPlatformPaused(tx));
  }

  /** Those that the inbox has not written to, or linked to with a human's approval, before. */
  private static Set<String> unwritten(StoreTransaction tx, Inbox inbox, Set<String> contacts) {
    Set<String> unwritten = new HashSet<>(contacts);
    unwritten.removeAll(tx.contacts().known(inbox.scope(), Direction.OUTBOUND, contacts));
    return unwritten;
  }

  /** The recipients among what the inbox has not written to. */
  private static Set<String> unwritten(SendRequest request, Set<String> unwritten) {
    Set<String> recipients = new HashSet<>(request.addresses());
    recipients.retainAll(unwritten);
    return recipients;
  }

  /** Of these, whom the inbox has received mail from, and what deleted mail named. */
  private static Set<String> received(
      StoreTransaction tx, Inbox inbox, Set<String> recipients, List<String> names) {
    Set<String> contacts = new HashSet<>(recipients);
    contacts.addAll(names);
    return tx.contacts().known(inbox.scope(), Direction.INBOUND, contacts);
  }

  private static <T> Supplier<T> once(Supplier<T> reading) {
    List<T> read = new ArrayList<>(1);
    return () -> {
      if (read.isEmpty()) {
        read.add(reading.get());
      }
      return read.get(0);
    };
  }

  /** Only mail that a human sees counts: what is held or junk proves nothing about its writer. */
  private static Set<String> writers(StoreTransaction tx, Scope inbox, @Nullable String threadId) {
    if (threadId == null) {
      return Set.of();
    }
    MessageRange seen = new MessageRange(Hidden.visibleBits(List.of()), null, threadId, null, null);
    return tx.messages().range(inbox, seen, PageRequest.first(MAX_WRITERS)).stream()
        .filter(message -> message.direction() == Direction.INBOUND)
        .map(message -> message.headers().from())
        // Of several authors it is not known who wrote.
        .filter(from -> from.size() == 1)
        .map(from -> from.get(0).key())
        .collect(Collectors.toSet());
  }

  private static List<SendRule> rules(StoreTransaction tx, Scope inbox) {
    return tx.table(RULES).list(RULES_OF_ORGANIZATION, inbox.organizationId()).stream()
        .filter(rule -> rule.appliesTo(inbox))
        .toList();
  }

  /**
   * Facts for an accepted send that is due: its content was checked before, and of its recipients
   * those count that it has not reached. The budget of its thread is not spent again by a retry,
   * which was counted when it was accepted.
   */
  SendFacts forSend(StoreTransaction tx, Inbox inbox, Send send) {
    Instant now = context.now();
    SendRequest request = SendRequest.of(inbox, send);
    boolean isRetry = send.status() == SendStatus.SENDING || send.status() == SendStatus.SENT;
    boolean countedToday = dayOf(send.createdAt()).equals(context.today());
    return facts(
        tx,
        request,
        sender(tx, inbox),
        SendFacts.Repeats.NONE,
        isRetry
            ? new SendFacts.JoinedThread(isLocked(tx, inbox.scope(), send.threadId()), 0)
            : thread(tx, inbox.scope(), send.threadId(), now),
        countedToday ? 0 : request.addresses().size(),
        now);
  }

  /**
   * Facts for a mail that a human changed: the recipients that the accepted send had count already.
   */
  SendFacts forEdit(StoreTransaction tx, Inbox inbox, Send send, SendRequest edited) {
    SendFacts seen = forRequest(tx, inbox, edited, IdempotentRequest.unkeyed());
    int counted = dayOf(send.createdAt()).equals(context.today()) ? send.recipients().size() : 0;
    return new SendFacts(
        seen.now(),
        seen.request(),
        seen.sender(),
        seen.repeats(),
        seen.thread(),
        seen.lists(),
        new SendFacts.DailyRecipients(
            seen.daily().taken(), Math.max(0, seen.daily().toTake() - counted)),
        seen.known());
  }

  /** The effective policy of an inbox. */
  EffectivePolicy policy(StoreTransaction tx, Inbox inbox) {
    return PolicyLoader.of(tx, organization(tx, inbox.organizationId()), inbox);
  }

  static LocalDate dayOf(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
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
