package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.SignInCodeStore;
import java.time.Instant;
import java.util.Optional;

/** Codes by subject and by expiry. */
public final class MemorySignInCodes implements SignInCodeStore {
  private final Rows<String, SignInCode> rows;
  private final RowList<SignInCode> expiry;

  public MemorySignInCodes(UndoLog undo) {
    rows = new Rows<>(undo, SignInCode::subject);
    expiry = rows.list(SignInCode::expiresAt);
  }

  @Override
  public void put(SignInCode code) {
    rows.put(code);
  }

  @Override
  public Optional<SignInCode> attempt(String subject, Instant now) {
    boolean counted =
        rows.updateIf(
            subject,
            row -> row.attempts() < SignInCode.MAX_ATTEMPTS && now.isBefore(row.expiresAt()),
            row ->
                new SignInCode(
                    subject, row.hash(), row.userId(), row.attempts() + 1, row.expiresAt()));
    return counted ? rows.find(subject) : Optional.empty();
  }

  @Override
  public void remove(String subject) {
    rows.remove(subject);
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return rows.removeAll(expiry.due(now, limit));
  }
}
