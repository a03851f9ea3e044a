package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.SessionStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions by cookie, by sign-in, by person, and by their last use. */
public final class MemorySessions implements SessionStore {
  private static final List<String> USE = List.of("use");

  private final UndoLog journal;
  private final Map<String, Session> rows = new HashMap<>();
  private final Index groups;
  private final Index use;

  public MemorySessions(UndoLog journal) {
    this.journal = journal;
    this.groups = new Index(journal);
    this.use = new Index(journal);
  }

  @Override
  public void insert(Session session) {
    journal.put(rows, session.cookieHash(), session);
    use.add(USE, session.usedAt(), session.cookieHash());
    groups.add(groupsOf(session), session.createdAt(), session.cookieHash());
  }

  @Override
  public Optional<Session> find(String cookieHash) {
    return Optional.ofNullable(rows.get(cookieHash));
  }

  @Override
  public void touch(String cookieHash, Instant usedAt) {
    find(cookieHash)
        .ifPresent(
            row -> {
              use.remove(USE, row.usedAt(), cookieHash);
              use.add(USE, usedAt, cookieHash);
              journal.put(rows, cookieHash, row.withUse(usedAt));
            });
  }

  @Override
  public void setVerifiedUntil(String cookieHash, Instant verifiedUntil) {
    find(cookieHash).ifPresent(row -> journal.put(rows, cookieHash, row.verified(verifiedUntil)));
  }

  @Override
  public void choose(String signInId, @Nullable String organizationId) {
    for (String cookieHash : groups.all(signInId)) {
      find(cookieHash).ifPresent(row -> journal.put(rows, cookieHash, row.in(organizationId)));
    }
  }

  @Override
  public void endSignIn(String signInId) {
    groups.all(signInId).forEach(this::remove);
  }

  @Override
  public void endAll(String userId) {
    groups.all(userId).forEach(this::remove);
  }

  @Override
  public int removeIdle(Instant usedAtMost, int limit) {
    List<String> idle = use.due(USE.get(0), usedAtMost, limit);
    idle.forEach(this::remove);
    return idle.size();
  }

  private void remove(String cookieHash) {
    Session row = rows.get(cookieHash);
    if (row != null) {
      journal.remove(rows, cookieHash);
      use.remove(USE, row.usedAt(), cookieHash);
      groups.remove(groupsOf(row), row.createdAt(), cookieHash);
    }
  }

  private static List<String> groupsOf(Session session) {
    return List.of(session.signInId(), session.userId());
  }
}
