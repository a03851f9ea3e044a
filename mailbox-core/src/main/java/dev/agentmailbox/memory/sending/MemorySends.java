package dev.agentmailbox.memory.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.sending.SendQueue;
import dev.agentmailbox.port.sending.SendStore;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends; a lease postpones the turn. */
public final class MemorySends implements SendStore {
  /** When a send can be claimed: when due, or at the end of its lease. */
  private record Turn(String sendId, Instant time) {}

  private final Rows<String, Send> rows;
  private final UniqueKey<String, Send> byEnvelopeSender;
  private final RowList<Send> all;
  private final RowList<Send> byStatus;
  private final RowList<Send> byFingerprint;
  private final RowList<Send> waiting;
  private final Rows<String, Turn> turns;
  private final RowList<Turn> due;

  public MemorySends(UndoLog undo, ContentNames contentNames) {
    rows = new Rows<>(undo, Send::id);
    byEnvelopeSender = rows.unique(send -> send.mail().envelopeSender());
    all = rows.lists(send -> Partition.levels(send.scope()), Send::createdAt);
    byStatus = rows.lists(send -> Partition.levels(send.scope(), send.status()), Send::createdAt);
    byFingerprint =
        rows.list(send -> Partition.of(send.scope(), send.mail().fingerprint()), Send::createdAt);
    waiting = rows.lists(MemorySends::waitPartitions, send -> send.times().nextAttemptAt());
    rows.counted(contentNames, send -> List.of(send.mail().contentKey()));
    turns = new Rows<>(undo, Turn::sendId);
    due = turns.list(Turn::time);
  }

  @Override
  public void insert(Send send) {
    rows.add(send);
    makeDue(send.id(), send.times().nextAttemptAt());
  }

  @Override
  public Optional<Send> find(Scope scope, String sendId) {
    return rows.find(sendId).filter(send -> scope.contains(send.scope()));
  }

  @Override
  public Optional<Send> lock(Scope scope, String sendId) {
    return find(scope, sendId);
  }

  @Override
  public void update(Send send) {
    rows.find(send.id())
        .ifPresent(
            row -> {
              rows.put(send);
              if (!Objects.equals(row.times().nextAttemptAt(), send.times().nextAttemptAt())) {
                makeDue(send.id(), send.times().nextAttemptAt());
              }
            });
  }

  @Override
  public boolean replace(Send before, Send send) {
    boolean isSame = rows.find(send.id()).filter(before::equals).isPresent();
    if (isSame) {
      update(send);
    }
    return isSame;
  }

  @Override
  public void delete(Scope scope, String sendId) {
    if (find(scope, sendId).isPresent()) {
      turns.remove(sendId);
      rows.remove(sendId);
    }
  }

  @Override
  public List<Send> list(Scope scope, @Nullable SendStatus status, PageRequest page) {
    return status == null
        ? all.page(Partition.of(scope), page)
        : byStatus.page(Partition.of(scope, status), page);
  }

  @Override
  public List<Send> claimDue(Instant now, Duration lease, int limit) {
    List<Turn> claimed = due.due(now, limit);
    claimed.forEach(turn -> makeDue(turn.sendId(), now.plus(lease)));
    return claimed.stream().flatMap(turn -> rows.find(turn.sendId()).stream()).toList();
  }

  @Override
  public void endLeases(Instant now) {
    due.all().stream()
        .filter(turn -> turn.time().isAfter(now) && isLeased(turn))
        .forEach(turn -> makeDue(turn.sendId(), now));
  }

  private boolean isLeased(Turn turn) {
    Send send = rows.find(turn.sendId()).orElseThrow();
    boolean handingOver = send.status() == SendStatus.SENDING || send.status() == SendStatus.SENT;
    return !turn.time().equals(send.times().nextAttemptAt())
        || (handingOver && send.attempts() == 0 && send.deferredReason() == null);
  }

  @Override
  public int makeDue(@Nullable Scope where, String reason, Instant now, int limit) {
    List<Send> sends = waiting.after(waitPartition(where, reason), now, limit);
    sends.forEach(row -> update(row.dueAt(now)));
    return sends.size();
  }

  @Override
  public SendQueue queue() {
    long queued = 0;
    long deferred = 0;
    long scheduled = 0;
    for (Turn turn : due.all()) {
      Send send = rows.find(turn.sendId()).orElseThrow();
      if (send.attempts() > 0 || send.deferredReason() != null) {
        deferred++;
      } else if (send.status() == SendStatus.SCHEDULED) {
        scheduled++;
      } else {
        queued++;
      }
    }
    return new SendQueue(queued, deferred, scheduled);
  }

  @Override
  public Optional<Send> findByEnvelopeSender(
      @Nullable String organizationId, String envelopeSender) {
    return byEnvelopeSender
        .find(envelopeSender)
        .filter(
            send -> organizationId == null || organizationId.equals(send.scope().organizationId()));
  }

  @Override
  public Optional<Send> recentIdentical(Scope inbox, String fingerprint, Instant since) {
    return byFingerprint
        .newest(Partition.of(inbox, fingerprint), since, MemorySends::counts, 1)
        .stream()
        .findFirst();
  }

  private static boolean counts(Send send) {
    return switch (send.status()) {
      case CANCELLED, BLOCKED, REJECTED, FAILED -> false;
      case PENDING_APPROVAL, SCHEDULED, SENDING, SENT -> true;
    };
  }

  private void makeDue(String sendId, @Nullable Instant time) {
    if (time == null) {
      turns.remove(sendId);
    } else {
      turns.put(new Turn(sendId, time));
    }
  }

  private static List<String> waitPartitions(Send send) {
    String reason = send.deferredReason();
    return reason == null
        ? List.of()
        : List.of(
            waitPartition(null, reason),
            waitPartition(Scope.organization(send.scope().organizationId()), reason),
            waitPartition(send.scope(), reason));
  }

  private static String waitPartition(@Nullable Scope where, String reason) {
    return where == null ? reason : Partition.of(where, reason);
  }
}
