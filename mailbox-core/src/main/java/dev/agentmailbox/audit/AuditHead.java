package dev.agentmailbox.audit;

import java.time.Instant;

/**
 * The last entry of an organization's audit trail.
 *
 * @param sequence 0 before the first entry
 */
public record AuditHead(String organizationId, long sequence, String hash, Instant at) {
  /** The head of an empty trail. */
  public static AuditHead empty(String organizationId) {
    return new AuditHead(organizationId, 0, AuditEntry.NO_HASH, Instant.EPOCH);
  }

  /** The entry that a record becomes after this head. */
  public AuditEntry next(AuditRecord record) {
    return AuditEntry.after(this, record);
  }

  /** The head after an entry. */
  public static AuditHead of(AuditEntry entry) {
    return new AuditHead(entry.organizationId(), entry.sequence(), entry.hash(), entry.at());
  }
}
