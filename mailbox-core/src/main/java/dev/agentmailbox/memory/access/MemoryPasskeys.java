package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.port.access.PasskeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Passkeys by id, by credential and by human; challenges by hash and by expiry. */
public final class MemoryPasskeys implements PasskeyStore {
  private record Challenge(String hash, String subject, Instant expiresAt) {}

  private final Rows<String, Passkey> rows;
  private final UniqueKey<String, Passkey> byCredential;
  private final RowList<Passkey> ofHuman;
  private final Rows<String, Challenge> challenges;
  private final RowList<Challenge> expiry;

  public MemoryPasskeys(UndoLog undo) {
    rows = new Rows<>(undo, Passkey::id);
    byCredential = rows.unique(Passkey::credentialId);
    ofHuman = rows.list(Passkey::userId, Passkey::createdAt);
    challenges = new Rows<>(undo, Challenge::hash);
    expiry = challenges.list(Challenge::expiresAt);
  }

  @Override
  public boolean insert(Passkey passkey) {
    return rows.insert(passkey);
  }

  @Override
  public Optional<Passkey> findByCredential(String credentialId) {
    return byCredential.find(credentialId);
  }

  @Override
  public List<Passkey> ofHuman(String userId) {
    return ofHuman.all(userId);
  }

  @Override
  public void used(String userId, String passkeyId, long signCount, Instant usedAt) {
    rows.updateIf(
        passkeyId,
        row -> row.userId().equals(userId),
        row ->
            new Passkey(
                row.id(),
                row.userId(),
                row.credentialId(),
                row.name(),
                row.publicData(),
                signCount,
                row.createdAt(),
                usedAt));
  }

  @Override
  public boolean remove(String userId, String passkeyId) {
    return rows.removeIf(passkeyId, row -> row.userId().equals(userId));
  }

  @Override
  public void putChallenge(String hash, String subject, Instant expiresAt) {
    challenges.put(new Challenge(hash, subject, expiresAt));
  }

  @Override
  public boolean takeChallenge(String hash, String subject, Instant now) {
    return challenges.removeIf(
        hash, row -> row.subject().equals(subject) && now.isBefore(row.expiresAt()));
  }

  @Override
  public int removeExpiredChallenges(Instant now, int limit) {
    return challenges.removeAll(expiry.due(now, limit));
  }
}
