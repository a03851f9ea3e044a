package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.SessionStore;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions by cookie, by sign-in, by human and by last use. */
public final class MemorySessions implements SessionStore {
  private final Rows<String, Session> rows;
  private final RowList<Session> ofSignIn;
  private final RowList<Session> ofHuman;
  private final RowList<Session> use;

  public MemorySessions(UndoLog undo) {
    rows = new Rows<>(undo, Session::cookieHash);
    ofSignIn = rows.list(Session::signInId, Session::createdAt);
    ofHuman = rows.list(Session::userId, Session::createdAt);
    use = rows.list(Session::usedAt);
  }

  @Override
  public void insert(Session session) {
    rows.add(session);
  }

  @Override
  public Optional<Session> find(String cookieHash) {
    return rows.find(cookieHash);
  }

  @Override
  public void touch(String cookieHash, Instant usedAt) {
    rows.update(cookieHash, row -> row.withUse(usedAt));
  }

  @Override
  public void setVerifiedUntil(String cookieHash, Instant verifiedUntil) {
    rows.update(cookieHash, row -> row.verified(verifiedUntil));
  }

  @Override
  public void choose(String signInId, @Nullable String organizationId) {
    ofSignIn.all(signInId).forEach(row -> rows.put(row.in(organizationId)));
  }

  @Override
  public void endSignIn(String signInId) {
    rows.removeAll(ofSignIn.all(signInId));
  }

  @Override
  public void endAll(String userId) {
    rows.removeAll(ofHuman.all(userId));
  }

  @Override
  public int removeIdle(Instant usedAtMost, int limit) {
    return rows.removeAll(use.due(usedAtMost, limit));
  }
}
