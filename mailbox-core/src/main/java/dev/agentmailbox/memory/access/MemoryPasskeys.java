package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.access.PasskeyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Passkeys by id, by credential and by person, and challenges by hash and by expiry. */
public final class MemoryPasskeys implements PasskeyStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private record Challenge(String subject, Instant expiresAt) {}

  private final UndoLog journal;
  private final Map<String, Passkey> rows = new HashMap<>();
  private final Map<String, String> byCredential = new HashMap<>();
  private final Map<String, Challenge> challenges = new HashMap<>();
  private final Index ofHuman;
  private final Index expiry;

  public MemoryPasskeys(UndoLog journal) {
    this.journal = journal;
    this.ofHuman = new Index(journal);
    this.expiry = new Index(journal);
  }

  @Override
  public boolean insert(Passkey passkey) {
    if (byCredential.containsKey(passkey.credentialId())) {
      return false;
    }
    journal.put(byCredential, passkey.credentialId(), passkey.id());
    journal.put(rows, passkey.id(), passkey);
    ofHuman.add(List.of(passkey.userId()), passkey.createdAt(), passkey.id());
    return true;
  }

  @Override
  public Optional<Passkey> findByCredential(String credentialId) {
    return Optional.ofNullable(byCredential.get(credentialId)).map(rows::get);
  }

  @Override
  public List<Passkey> ofHuman(String userId) {
    return ofHuman.all(userId).stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  @Override
  public void used(String userId, String passkeyId, long signCount, Instant usedAt) {
    Passkey row = rows.get(passkeyId);
    if (row != null && row.userId().equals(userId)) {
      journal.put(
          rows,
          passkeyId,
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
  }

  @Override
  public boolean remove(String userId, String passkeyId) {
    Passkey row = rows.get(passkeyId);
    if (row == null || !row.userId().equals(userId)) {
      return false;
    }
    journal.remove(rows, passkeyId);
    journal.remove(byCredential, row.credentialId());
    ofHuman.remove(List.of(userId), row.createdAt(), passkeyId);
    return true;
  }

  @Override
  public void putChallenge(String hash, String subject, Instant expiresAt) {
    journal.put(challenges, hash, new Challenge(subject, expiresAt));
    expiry.add(EXPIRY, expiresAt, hash);
  }

  @Override
  public boolean takeChallenge(String hash, String subject, Instant now) {
    Challenge row = challenges.get(hash);
    if (row == null || !row.subject().equals(subject) || !now.isBefore(row.expiresAt())) {
      return false;
    }
    removeChallenge(hash, row);
    return true;
  }

  @Override
  public int removeExpiredChallenges(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(hash -> removeChallenge(hash, Objects.requireNonNull(challenges.get(hash))));
    return expired.size();
  }

  private void removeChallenge(String hash, Challenge row) {
    journal.remove(challenges, hash);
    expiry.remove(EXPIRY, row.expiresAt(), hash);
  }
}
