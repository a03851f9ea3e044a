package dev.agentmailbox.memory.event;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.event.EventLog;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Event logs by sequence number: one per organization, and the same events again per inbox. */
public final class MemoryEvents implements EventLog {
  private record InboxKey(String organizationId, String inboxId) {}

  private final UndoLog undo;
  private final Map<String, Long> heads = new HashMap<>();
  private final Map<String, NavigableMap<Long, LoggedEvent>> logs = new HashMap<>();
  private final Map<InboxKey, NavigableMap<Long, LoggedEvent>> inboxLogs = new HashMap<>();

  public MemoryEvents(UndoLog undo) {
    this.undo = undo;
  }

  /** Creates the log of a new organization. */
  public void open(String organizationId) {
    undo.put(heads, organizationId, 0L);
  }

  /** Appends at commit, while the write lock excludes other transactions. */
  public void append(Event event) {
    Long head = heads.get(event.organizationId());
    if (head == null) {
      throw new StoreException("no event log for organization " + event.organizationId(), null);
    }
    long sequence = head + 1;
    LoggedEvent logged = new LoggedEvent(sequence, event);
    undo.put(heads, event.organizationId(), sequence);
    put(logged);
  }

  private void put(LoggedEvent logged) {
    Event event = logged.event();
    long sequence = logged.sequence();
    undo.put(logs.computeIfAbsent(event.organizationId(), o -> new TreeMap<>()), sequence, logged);
    String inboxId = event.inboxId();
    if (inboxId != null) {
      InboxKey key = new InboxKey(event.organizationId(), inboxId);
      undo.put(inboxLogs.computeIfAbsent(key, k -> new TreeMap<>()), sequence, logged);
    }
  }

  @Override
  public void replaceData(LoggedEvent event) {
    if (log(event.event().organizationId()).containsKey(event.sequence())) {
      put(event);
    }
  }

  @Override
  public List<LoggedEvent> after(String organizationId, long sequence, int limit) {
    return log(organizationId).tailMap(sequence, false).values().stream().limit(limit).toList();
  }

  @Override
  public List<LoggedEvent> ofInboxAfter(
      String organizationId, String inboxId, long sequence, int limit) {
    return inboxLog(organizationId, inboxId).tailMap(sequence, false).values().stream()
        .limit(limit)
        .toList();
  }

  @Override
  public List<LoggedEvent> ofInboxBefore(
      String organizationId, String inboxId, long sequence, int limit) {
    return inboxLog(organizationId, inboxId)
        .headMap(sequence, false)
        .descendingMap()
        .values()
        .stream()
        .limit(limit)
        .toList();
  }

  @Override
  public Bounds bounds(String organizationId) {
    long newest = heads.getOrDefault(organizationId, 0L);
    NavigableMap<Long, LoggedEvent> log = log(organizationId);
    return new Bounds(log.isEmpty() ? newest + 1 : log.firstKey(), newest);
  }

  @Override
  public int removeBefore(String organizationId, Instant horizon, long last, int limit) {
    // Only a prefix may be removed, so that the log has no gaps.
    List<LoggedEvent> old =
        log(organizationId).values().stream()
            .takeWhile(logged -> logged.sequence() <= last)
            .takeWhile(logged -> logged.event().occurredAt().isBefore(horizon))
            .limit(limit)
            .toList();
    old.forEach(logged -> remove(organizationId, logged));
    return old.size();
  }

  private void remove(String organizationId, LoggedEvent logged) {
    undo.remove(log(organizationId), logged.sequence());
    String inboxId = logged.event().inboxId();
    if (inboxId != null) {
      undo.remove(inboxLog(organizationId, inboxId), logged.sequence());
    }
  }

  private NavigableMap<Long, LoggedEvent> log(String organizationId) {
    return logs.getOrDefault(organizationId, Collections.emptyNavigableMap());
  }

  private NavigableMap<Long, LoggedEvent> inboxLog(String organizationId, String inboxId) {
    return inboxLogs.getOrDefault(
        new InboxKey(organizationId, inboxId), Collections.emptyNavigableMap());
  }
}
