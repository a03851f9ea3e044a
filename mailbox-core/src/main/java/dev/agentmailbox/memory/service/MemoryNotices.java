package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.NoticeStore;
import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Notices, by the time they are due. */
public final class MemoryNotices implements NoticeStore {
  private static final List<String> DUE = List.of("due");

  private final UndoLog journal;
  private final Map<String, Notice> rows = new HashMap<>();
  private final Index due;

  public MemoryNotices(UndoLog journal) {
    this.journal = journal;
    this.due = new Index(journal);
  }

  @Override
  public void insert(Notice notice) {
    if (!rows.containsKey(key(notice))) {
      put(notice);
    }
  }

  @Override
  public List<Notice> claimDue(Instant now, Duration lease, int limit) {
    List<Notice> claimed =
        due.due(DUE.get(0), now, limit).stream()
            .map(key -> Objects.requireNonNull(rows.get(key)))
            .toList();
    for (Notice notice : claimed) {
      remove(notice);
      put(notice.due(now.plus(lease)));
    }
    return claimed;
  }

  @Override
  public boolean update(Notice notice, Instant leaseEnd) {
    Notice row = rows.get(key(notice));
    if (row == null || !row.dueAt().equals(leaseEnd)) {
      return false;
    }
    remove(row);
    put(notice);
    return true;
  }

  @Override
  public void delete(Notice notice) {
    Notice row = rows.get(key(notice));
    if (row != null) {
      remove(row);
    }
  }

  private void put(Notice notice) {
    journal.put(rows, key(notice), notice);
    due.add(DUE, notice.dueAt(), key(notice));
  }

  private void remove(Notice row) {
    due.remove(DUE, row.dueAt(), key(row));
    journal.remove(rows, key(row));
  }

  private static String key(Notice notice) {
    return notice.about() + ' ' + notice.address();
  }
}
