package dev.agentmailbox.service.erasure;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.ErasureReport;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.CanonicalAddress;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.mime.write.AddressParser;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.sending.SendingTables;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.message.MessageRemoval;
import dev.agentmailbox.service.message.SearchWords;
import dev.agentmailbox.service.message.ThreadKeeper;
import dev.agentmailbox.service.policy.PolicyLoader;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.record.DraftRemoval;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.work.PageWalk;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** One erasure, or its dry run, which counts the same rows and changes none. Not thread safe. */
final class ErasureRun {
  /** What events name instead. */
  private static final String ERASED = "erased@erased.invalid";

  /** Members of events that name addresses. */
  private static final Set<String> ADDRESSES =
      Set.of(
          EventMember.FROM.wireName(),
          EventMember.RECIPIENT.wireName(),
          EventMember.RECIPIENTS.wireName());

  private static final int EVENT_BATCH = 1_000;

  private final MailboxContext context;
  private final Decisions decisions;
  private final String by;
  private final Scope organization;
  private final String address;
  private final boolean dryRun;
  private final ContentRemoval content;
  private final Map<Scope, Boolean> holds = new HashMap<>();
  private int messages;
  private int sends;
  private int drafts;
  private int contacts;
  private int listEntries;
  private int events;
  private int shared;
  private int onHold;
  private int inProgress;

  ErasureRun(
      MailboxContext context,
      Decisions decisions,
      String by,
      Scope organization,
      String address,
      boolean dryRun) {
    this.context = context;
    this.decisions = decisions;
    this.by = by;
    this.organization = organization;
    this.address = address;
    this.dryRun = dryRun;
    this.content = new ContentRemoval(context);
  }

  ErasureReport run() {
    PageWalk.each(
        context,
        (tx, page) -> tx.sends().list(organization, null, page),
        send -> new PagePosition(send.createdAt(), send.id()),
        this::eraseSend);
    PageWalk.each(
        context,
        (tx, page) -> tx.drafts().list(organization, null, null, page),
        draft -> new PagePosition(draft.createdAt(), draft.id()),
        this::eraseDraft);
    eraseMessages();
    hashEntries(organization);
    PageWalk.pages(
        context,
        (tx, page) -> tx.pods().list(organization, page),
        pods -> pods.forEach(pod -> hashEntries(Scope.pod(pod.organizationId(), pod.id()))));
    PageWalk.each(
        context,
        (tx, page) -> tx.inboxes().list(organization, null, page),
        inbox -> new PagePosition(inbox.createdAt(), inbox.address()),
        inbox -> {
          hashEntries(inbox.scope());
          forgetContact(inbox.scope());
        });
    // Last, because what was done before is in the log too.
    eraseFromEvents();
    return new ErasureReport(
        messages, sends, drafts, contacts, listEntries, events, shared, onHold, inProgress);
  }

  private boolean isIt(String other) {
    return CanonicalAddress.of(other).toLowerCase(Locale.ROOT).equals(address);
  }

  private boolean isAlone(Collection<String> recipients) {
    return !recipients.isEmpty() && recipients.stream().allMatch(this::isIt);
  }

  /** The change in a transaction, unless this is a dry run. */
  private <T> T change(Function<StoreTransaction, T> work, T without) {
    return dryRun ? without : context.write(work);
  }

  private boolean isOnHold(Scope inbox) {
    return holds.computeIfAbsent(
        inbox, scope -> context.read(tx -> PolicyLoader.at(tx, scope).legalHold()));
  }

  private void eraseSend(Send found) {
    if (!isAlone(found.recipients().stream().map(one -> one.recipient().key()).toList())) {
      return;
    }
    if (isOnHold(found.scope())) {
      onHold++;
      return;
    }
    boolean erased =
        found.status() != SendStatus.SENDING
            && change(tx -> deleteSend(tx, found.scope(), found.id()), true);
    if (!erased) {
      inProgress++;
      return;
    }
    sends++;
    String contentKey = found.mail().contentKey();
    if (!dryRun && !contentKey.isEmpty()) {
      content.deleteUnnamed(List.of(contentKey));
    }
  }

  /** False when it is being handed over. */
  private boolean deleteSend(StoreTransaction tx, Scope inbox, String sendId) {
    Send send = tx.sends().lock(inbox, sendId).orElse(null);
    if (send == null) {
      return true;
    }
    if (send.status() == SendStatus.SENDING) {
      return false;
    }
    if (!send.status().isFinal()) {
      decisions.cancel(tx, send, by);
    }
    String owner = organization.organizationId();
    String approvalId = send.state().approvalId();
    if (approvalId != null) {
      tx.table(SendingTables.APPROVALS).remove(owner, approvalId);
    }
    tx.table(SendingTables.EDITS).remove(owner, send.id());
    tx.sends().delete(inbox, send.id());
    return true;
  }

  private void eraseDraft(Draft found) {
    WrittenRecipients recipients = found.content().recipients();
    if (!isAlone(
        Stream.of(recipients.to(), recipients.cc(), recipients.bcc())
            .flatMap(List::stream)
            .map(written -> AddressParser.parse("to", written).key())
            .toList())) {
      return;
    }
    if (isOnHold(found.scope())) {
      onHold++;
      return;
    }
    if (found.isWaiting()) {
      inProgress++;
      return;
    }
    drafts++;
    content.deleteUnnamed(
        change(
            tx ->
                tx.drafts()
                    .lock(found.scope(), found.id())
                    .map(draft -> new DraftRemoval(context).remove(tx, draft))
                    .orElse(List.of()),
            List.of()));
  }

  /** Finds them by the words of the address, which the index has of the headers of every mail. */
  private void eraseMessages() {
    SearchStore.Query query = new SearchStore.Query(SearchWords.ofQuery(address), null, null);
    PageWalk.pages(
        context,
        (tx, page) -> tx.search().find(organization, query, page),
        entries -> {
          Map<String, Set<String>> idsOfInbox = new LinkedHashMap<>();
          entries.forEach(
              entry ->
                  idsOfInbox
                      .computeIfAbsent(entry.inboxId(), inbox -> new HashSet<>())
                      .add(entry.messageId()));
          idsOfInbox.forEach(this::eraseMessages);
        });
  }

  /**
   * Result for the messages of one inbox; returned, not counted, because a transaction may be
   * retried.
   */
  private record Erased(int messages, int shared, int onHold, Set<String> contentKeys) {}

  private void eraseMessages(String inboxId, Set<String> ids) {
    Function<StoreTransaction, Optional<Erased>> work =
        tx ->
            tx.inboxes()
                .find(organization, inboxId)
                .map(inbox -> eraseMessages(tx, inbox.scope(), ids));
    Optional<Erased> done = dryRun ? context.read(work) : context.write(work);
    done.ifPresent(
        erased -> {
          messages += erased.messages();
          shared += erased.shared();
          onHold += erased.onHold();
          content.deleteUnnamed(erased.contentKeys());
        });
  }

  private Erased eraseMessages(StoreTransaction tx, Scope inbox, Set<String> ids) {
    if (!dryRun) {
      tx.inboxes().lock(inbox, inbox.id());
    }
    List<Message> found =
        tx.messages().findAll(inbox, ids).stream().filter(this::concernsIt).toList();
    List<Message> own = found.stream().filter(this::isOnlyTheirs).toList();
    int others = found.size() - own.size();
    if (own.isEmpty() || PolicyLoader.at(tx, inbox).legalHold()) {
      return new Erased(0, others, own.size(), Set.of());
    }
    if (dryRun) {
      return new Erased(own.size(), others, 0, Set.of());
    }
    Set<String> keys = new MessageRemoval(context).remove(tx, inbox, own);
    own.stream()
        .map(Message::threadId)
        .distinct()
        .forEach(thread -> ThreadKeeper.refresh(tx, inbox, thread, context.now()));
    return new Erased(own.size(), others, 0, keys);
  }

  private boolean concernsIt(Message message) {
    MessageHeaders headers = message.headers();
    return Stream.of(headers.from(), headers.to(), headers.cc(), headers.bcc())
        .flatMap(List::stream)
        .map(MailAddress::key)
        .anyMatch(this::isIt);
  }

  private boolean isOnlyTheirs(Message message) {
    MessageHeaders headers = message.headers();
    if (message.direction() == Direction.INBOUND) {
      MailAddress author = message.author();
      return author != null && isIt(author.key());
    }
    return isAlone(
        Stream.of(headers.to(), headers.cc(), headers.bcc())
            .flatMap(List::stream)
            .map(MailAddress::key)
            .toList());
  }

  private void forgetContact(Scope inbox) {
    boolean isKnown =
        context.read(
            tx ->
                Arrays.stream(Direction.values())
                    .anyMatch(way -> !tx.contacts().known(inbox, way, List.of(address)).isEmpty()));
    if (!isKnown) {
      return;
    }
    contacts++;
    change(
        tx -> {
          tx.contacts().forget(inbox, address);
          return true;
        },
        true);
  }

  private void hashEntries(Scope level) {
    for (ListEntry.Direction direction : ListEntry.Direction.values()) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        context
            .read(tx -> tx.lists().find(level, direction, type, address))
            .ifPresent(this::hashEntry);
      }
    }
  }

  private void hashEntry(ListEntry entry) {
    listEntries++;
    ListEntry hashed =
        new ListEntry(
            EntryNames.erased(address),
            entry.direction(),
            entry.type(),
            entry.scope(),
            null,
            entry.suppression(),
            entry.byKey(),
            entry.createdAt());
    change(
        tx ->
            tx.lists().delete(entry.scope(), entry.direction(), entry.type(), entry.entry())
                && tx.lists().insert(hashed),
        true);
  }

  private void eraseFromEvents() {
    String owner = organization.organizationId();
    List<LoggedEvent> page = context.read(tx -> tx.events().after(owner, 0, EVENT_BATCH));
    while (!page.isEmpty()) {
      List<LoggedEvent> changed =
          page.stream()
              .filter(event -> event.event().inboxId() == null || !isOnHold(event.event().scope()))
              .flatMap(event -> withoutAddress(event).stream())
              .toList();
      events += changed.size();
      if (!changed.isEmpty()) {
        change(
            tx -> {
              changed.forEach(tx.events()::replaceData);
              return true;
            },
            true);
      }
      long last = page.get(page.size() - 1).sequence();
      page = context.read(tx -> tx.events().after(owner, last, EVENT_BATCH));
    }
  }

  /** The event with another address in place of this one; empty when it does not name it. */
  private Optional<LoggedEvent> withoutAddress(LoggedEvent logged) {
    Event event = logged.event();
    Map<String, Object> data = new LinkedHashMap<>(event.data());
    data.replaceAll((member, value) -> ADDRESSES.contains(member) ? withoutAddress(value) : value);
    return data.equals(event.data())
        ? Optional.empty()
        : Optional.of(new LoggedEvent(logged.sequence(), event.withData(data)));
  }

  private Object withoutAddress(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(this::withoutAddress).toList();
    }
    return value instanceof String text && isIt(text) ? ERASED : value;
  }
}
