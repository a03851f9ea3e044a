package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.sending.SendStore;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sends; a lease is a later place in the index of due sends. */
public final class MemorySends implements SendStore {
  /** Stands for "any status". */
  private static final String ANY = "";

  private static final List<String> DUE = List.of("due");

  private record Contact(Scope inbox, String address) {}

  private final UndoLog journal;
  private final ContentNames contentNames;
  private final Map<String, Send> rows = new HashMap<>();
  private final Map<String, String> byEnvelopeSender = new HashMap<>();
  private final Map<String, Instant> dueAt = new HashMap<>();
  private final Map<Contact, Instant> contacts = new HashMap<>();
  private final Index lists;
  private final Index due;
  private final Index waiting;
  private final Index byFingerprint;

  public MemorySends(UndoLog journal, ContentNames contentNames) {
    this.journal = journal;
    this.contentNames = contentNames;
    this.lists = new Index(journal);
    this.due = new Index(journal);
    this.waiting = new Index(journal);
    this.byFingerprint = new Index(journal);
  }

  @Override
  public void insert(Send send) {
    if (rows.containsKey(send.id()) || byEnvelopeSender.containsKey(send.envelopeSender())) {
      throw new StoreException("send " + send.id() + " or its return path exists", null);
    }
    journal.put(rows, send.id(), send);
    journal.put(byEnvelopeSender, send.envelopeSender(), send.id());
    contentNames.add(send.contentKey());
    lists.add(partitions(send), send.createdAt(), send.id());
    byFingerprint.add(
        List.of(Partition.of(send.scope(), send.fingerprint())), send.createdAt(), send.id());
    addWaiting(send);
    makeDue(send.id(), send.nextAttemptAt());
  }

  @Override
  public Optional<Send> find(Scope scope, String sendId) {
    return Optional.ofNullable(rows.get(sendId))
        .filter(s -> scope.contains(s.organizationId(), s.podId(), s.inboxId()));
  }

  @Override
  public Optional<Send> lock(Scope scope, String sendId) {
    return find(scope, sendId);
  }

  @Override
  public void update(Send send) {
    Send row = rows.get(send.id());
    if (row != null) {
      lists.remove(partitions(row), row.createdAt(), row.id());
      removeWaiting(row);
      journal.put(rows, send.id(), send);
      lists.add(partitions(send), send.createdAt(), send.id());
      if (!Objects.equals(row.nextAttemptAt(), send.nextAttemptAt())) {
        makeDue(send.id(), send.nextAttemptAt());
      }
      addWaiting(send);
    }
  }

  @Override
  public List<Send> list(Scope scope, @Nullable SendStatus status, PageRequest page) {
    String partition = Partition.of(scope, status == null ? ANY : status);
    return lists.page(List.of(partition), page).stream().map(this::row).toList();
  }

  @Override
  public List<Send> claimDue(Instant now, Duration lease, int limit) {
    List<String> claimed = due.due(DUE.get(0), now, limit);
    claimed.forEach(id -> makeDue(id, now.plus(lease)));
    return claimed.stream().map(this::row).toList();
  }

  @Override
  public int makeDue(@Nullable Scope where, String reason, Instant now, int limit) {
    List<String> ids =
        waiting
            .page(
                List.of(waitPartition(where, reason)),
                now.plusNanos(1),
                null,
                new PageRequest(limit, null, true),
                id -> true)
            .stream()
            .limit(limit)
            .toList();
    for (String id : ids) {
      Send row = row(id);
      update(row.change().nextAttemptAt(now).at(row.updatedAt()));
    }
    return ids.size();
  }

  @Override
  public Optional<Send> findByEnvelopeSender(String envelopeSender) {
    return Optional.ofNullable(byEnvelopeSender.get(envelopeSender)).map(rows::get);
  }

  @Override
  public Optional<Send> recentIdentical(Scope inbox, String fingerprint, Instant since) {
    Predicate<String> counts =
        id ->
            switch (row(id).status()) {
              case CANCELLED, BLOCKED, REJECTED, FAILED -> false;
              case PENDING_APPROVAL, SCHEDULED, SENDING, SENT -> true;
            };
    return byFingerprint.newest(Partition.of(inbox, fingerprint), since, counts, 1).stream()
        .map(this::row)
        .findFirst();
  }

  @Override
  public Set<String> knownContacts(Scope inbox, Collection<String> addresses) {
    return addresses.stream()
        .filter(address -> contacts.containsKey(new Contact(inbox, address)))
        .collect(Collectors.toSet());
  }

  @Override
  public void noteContacts(Scope inbox, Collection<String> addresses, Instant now) {
    for (String address : addresses) {
      Contact contact = new Contact(inbox, address);
      if (!contacts.containsKey(contact)) {
        journal.put(contacts, contact, now);
      }
    }
  }

  private void makeDue(String sendId, @Nullable Instant time) {
    Instant before = dueAt.get(sendId);
    if (before != null) {
      due.remove(DUE, before, sendId);
      journal.remove(dueAt, sendId);
    }
    if (time != null) {
      due.add(DUE, time, sendId);
      journal.put(dueAt, sendId, time);
    }
  }

  private void addWaiting(Send send) {
    if (send.deferredReason() != null && send.nextAttemptAt() != null) {
      waiting.add(waitPartitions(send, send.deferredReason()), send.nextAttemptAt(), send.id());
    }
  }

  private void removeWaiting(Send send) {
    if (send.deferredReason() != null && send.nextAttemptAt() != null) {
      waiting.remove(waitPartitions(send, send.deferredReason()), send.nextAttemptAt(), send.id());
    }
  }

  private static List<String> waitPartitions(Send send, String reason) {
    return List.of(
        waitPartition(null, reason),
        waitPartition(Scope.organization(send.organizationId()), reason),
        waitPartition(send.scope(), reason));
  }

  private static String waitPartition(@Nullable Scope where, String reason) {
    return where == null ? reason : Partition.of(where, reason);
  }

  private Send row(String sendId) {
    return Objects.requireNonNull(rows.get(sendId));
  }

  private static List<String> partitions(Send send) {
    List<String> partitions = new ArrayList<>();
    for (Scope level : Partition.levels(send.organizationId(), send.podId(), send.inboxId())) {
      partitions.add(Partition.of(level, ANY));
      partitions.add(Partition.of(level, send.status()));
    }
    return partitions;
  }
}
