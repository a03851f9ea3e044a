package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.NoticeStore;
import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Notices, by the time they are due. */
public final class MemoryNotices implements NoticeStore {
  private final Rows<String, Notice> rows;
  private final RowList<Notice> due;

  public MemoryNotices(UndoLog undo) {
    rows = new Rows<>(undo, MemoryNotices::key);
    due = rows.list(Notice::dueAt);
  }

  @Override
  public void insert(Notice notice) {
    rows.insert(notice);
  }

  @Override
  public List<Notice> claimDue(Instant now, Duration lease, int limit) {
    List<Notice> claimed = due.due(now, limit);
    claimed.forEach(notice -> rows.put(notice.due(now.plus(lease))));
    return claimed;
  }

  @Override
  public boolean update(Notice notice, Instant leaseEnd) {
    return rows.updateIf(key(notice), row -> row.dueAt().equals(leaseEnd), row -> notice);
  }

  @Override
  public void delete(Notice notice) {
    rows.remove(key(notice));
  }

  private static String key(Notice notice) {
    return notice.organizationId() + ' ' + notice.about() + ' ' + notice.address();
  }
}
