package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.ThreadStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Threads, listed at three levels, and their Message-IDs. */
public final class MemoryThreads implements ThreadStore {
  private record ReferenceKey(Scope inbox, String rfcMessageId) {}

  private record Reference(Scope inbox, KnownReference known) {
    ReferenceKey key() {
      return new ReferenceKey(inbox, known.rfcMessageId());
    }

    String thread() {
      return Partition.of(inbox, known.threadId());
    }
  }

  private final Rows<String, MailThread> rows;
  private final RowList<MailThread> all;
  private final RowList<MailThread> byLabel;
  private final RowList<MailThread> bySubject;
  private final Rows<ReferenceKey, Reference> references;
  private final RowList<Reference> referencesOf;

  public MemoryThreads(UndoLog undo) {
    rows = new Rows<>(undo, MailThread::id);
    all = rows.lists(t -> Partition.levels(t.scope(), t.hiddenBits()), MailThread::lastAt);
    byLabel = rows.lists(MemoryThreads::labelPartitions, MailThread::lastAt);
    bySubject =
        rows.list(t -> Partition.of(t.scope(), t.summary().baseSubject()), MailThread::lastAt);
    references = new Rows<>(undo, Reference::key);
    referencesOf =
        references.list(
            Reference::thread, reference -> Instant.EPOCH, r -> r.known().rfcMessageId());
  }

  @Override
  public void insert(MailThread thread) {
    rows.add(thread);
  }

  @Override
  public void update(MailThread locked, MailThread changed) {
    rows.update(changed.id(), row -> changed);
  }

  @Override
  public Optional<MailThread> find(Scope scope, String threadId) {
    return rows.find(threadId).filter(thread -> scope.contains(thread.scope()));
  }

  @Override
  public Optional<MailThread> lock(Scope scope, String threadId) {
    return find(scope, threadId);
  }

  @Override
  public List<MailThread> range(Scope scope, ThreadRange range, PageRequest page) {
    String label = range.label();
    RowList<MailThread> list = label == null ? all : byLabel;
    List<String> partitions =
        new HashSet<>(range.hiddenBits())
            .stream()
                .map(
                    bits ->
                        label == null
                            ? Partition.of(scope, bits)
                            : Partition.of(scope, bits, label))
                .toList();
    return list.page(partitions, range.from(), range.before(), page, thread -> true);
  }

  @Override
  public void delete(Scope inbox, String threadId) {
    rows.removeIf(threadId, thread -> inbox.contains(thread.scope()));
    references.removeAll(referencesOf.all(Partition.of(inbox, threadId)));
  }

  @Override
  public void register(Scope inbox, String rfcMessageId, String threadId, boolean ours) {
    references.insert(new Reference(inbox, new KnownReference(rfcMessageId, threadId, ours)));
  }

  @Override
  public List<KnownReference> known(Scope inbox, Collection<String> rfcMessageIds) {
    return new HashSet<>(rfcMessageIds)
        .stream()
            .flatMap(id -> references.find(new ReferenceKey(inbox, id)).stream())
            .map(Reference::known)
            .toList();
  }

  @Override
  public List<MailThread> withSubject(Scope inbox, String baseSubject, Instant since, int limit) {
    return bySubject.newest(Partition.of(inbox, baseSubject), since, thread -> true, limit);
  }

  private static List<String> labelPartitions(MailThread t) {
    return t.labels().stream()
        .flatMap(label -> Partition.levels(t.scope(), t.hiddenBits(), label).stream())
        .toList();
  }
}
