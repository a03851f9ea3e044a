package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.message.ThreadStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Threads, listed at three levels, and the Message-IDs that lead to them. */
public final class MemoryThreads implements ThreadStore {
  /** Stands for "any label"; no label is empty. */
  private static final String ANY = "";

  private record ReferenceKey(Scope inbox, String rfcMessageId) {}

  private final UndoLog journal;
  private final Map<String, MailThread> rows = new HashMap<>();
  private final Map<ReferenceKey, KnownReference> references = new HashMap<>();
  private final Map<String, Set<ReferenceKey>> referencesOf = new HashMap<>();
  private final Index lists;
  private final Index bySubject;

  public MemoryThreads(UndoLog journal) {
    this.journal = journal;
    this.lists = new Index(journal);
    this.bySubject = new Index(journal);
  }

  @Override
  public void insert(MailThread thread) {
    if (rows.containsKey(thread.id())) {
      throw new StoreException("thread " + thread.id() + " exists", null);
    }
    put(thread);
  }

  @Override
  public void update(MailThread thread) {
    MailThread row = rows.get(thread.id());
    if (row != null) {
      removeFromIndexes(row);
      put(thread);
    }
  }

  @Override
  public Optional<MailThread> find(Scope scope, String threadId) {
    return Optional.ofNullable(rows.get(threadId))
        .filter(t -> scope.contains(t.organizationId(), t.podId(), t.inboxId()));
  }

  @Override
  public Optional<MailThread> lock(Scope scope, String threadId) {
    return find(scope, threadId);
  }

  @Override
  public List<MailThread> range(Scope scope, ThreadRange range, PageRequest page) {
    String rangeLabel = range.label();
    String label = rangeLabel == null ? ANY : rangeLabel;
    List<String> partitions =
        new HashSet<>(range.hiddenBits())
            .stream().map(bits -> Partition.of(scope, bits, label)).toList();
    return rows(lists.page(partitions, range.from(), range.before(), page, id -> true));
  }

  @Override
  public void delete(Scope inbox, String threadId) {
    find(inbox, threadId)
        .ifPresent(
            thread -> {
              removeFromIndexes(thread);
              journal.remove(rows, threadId);
            });
    Set<ReferenceKey> own = referencesOf.getOrDefault(threadId, Set.of());
    for (ReferenceKey key : List.copyOf(own)) {
      if (key.inbox().equals(inbox)) {
        journal.remove(references, key);
        journal.remove(own, key);
      }
    }
  }

  @Override
  public void register(Scope inbox, String rfcMessageId, String threadId, boolean ours) {
    ReferenceKey key = new ReferenceKey(inbox, rfcMessageId);
    if (!references.containsKey(key)) {
      journal.put(references, key, new KnownReference(rfcMessageId, threadId, ours));
      journal.add(referencesOf.computeIfAbsent(threadId, t -> new HashSet<>()), key);
    }
  }

  @Override
  public List<KnownReference> known(Scope inbox, Collection<String> rfcMessageIds) {
    return new HashSet<>(rfcMessageIds)
        .stream()
            .map(id -> references.get(new ReferenceKey(inbox, id)))
            .filter(Objects::nonNull)
            .toList();
  }

  @Override
  public List<MailThread> withSubject(Scope inbox, String baseSubject, Instant since, int limit) {
    String partition = Partition.of(inbox, baseSubject);
    return rows(bySubject.newest(partition, since, id -> true, limit));
  }

  private void put(MailThread thread) {
    journal.put(rows, thread.id(), thread);
    lists.add(partitions(thread), thread.lastAt(), thread.id());
    bySubject.add(subject(thread), thread.lastAt(), thread.id());
  }

  private void removeFromIndexes(MailThread thread) {
    lists.remove(partitions(thread), thread.lastAt(), thread.id());
    bySubject.remove(subject(thread), thread.lastAt(), thread.id());
  }

  private List<MailThread> rows(List<String> ids) {
    return ids.stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  private static List<String> subject(MailThread t) {
    Scope inbox = Scope.inbox(t.organizationId(), t.podId(), t.inboxId());
    return List.of(Partition.of(inbox, t.baseSubject()));
  }

  private static List<String> partitions(MailThread t) {
    List<String> partitions = new ArrayList<>();
    for (Scope level : Partition.levels(t.organizationId(), t.podId(), t.inboxId())) {
      partitions.add(Partition.of(level, t.hiddenBits(), ANY));
      t.labels().forEach(label -> partitions.add(Partition.of(level, t.hiddenBits(), label)));
    }
    return partitions;
  }
}
