package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.SignInCodeStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codes by subject and by expiry. */
public final class MemorySignInCodes implements SignInCodeStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private final UndoLog journal;
  private final Map<String, SignInCode> rows = new HashMap<>();
  private final Index expiry;

  public MemorySignInCodes(UndoLog journal) {
    this.journal = journal;
    this.expiry = new Index(journal);
  }

  @Override
  public void put(SignInCode code) {
    remove(code.subject());
    journal.put(rows, code.subject(), code);
    expiry.add(EXPIRY, code.expiresAt(), code.subject());
  }

  @Override
  public Optional<SignInCode> attempt(String subject, Instant now) {
    SignInCode row = rows.get(subject);
    if (row == null
        || row.attempts() >= SignInCode.MAX_ATTEMPTS
        || !now.isBefore(row.expiresAt())) {
      return Optional.empty();
    }
    SignInCode tried =
        new SignInCode(subject, row.hash(), row.userId(), row.attempts() + 1, row.expiresAt());
    journal.put(rows, subject, tried);
    return Optional.of(tried);
  }

  @Override
  public void remove(String subject) {
    SignInCode row = rows.get(subject);
    if (row != null) {
      expiry.remove(EXPIRY, row.expiresAt(), subject);
      journal.remove(rows, subject);
    }
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(this::remove);
    return expired.size();
  }
}
