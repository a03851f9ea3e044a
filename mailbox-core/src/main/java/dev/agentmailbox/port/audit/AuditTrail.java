package dev.agentmailbox.port.audit;

import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.port.table.Table;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Chains what a transaction has recorded, as its last step: the head is a row of the whole
 * organization, so its lock must be held as briefly as possible.
 */
public final class AuditTrail {
  private final Table<AuditHead> heads;
  private final Table<AuditEntry> entries;

  public AuditTrail(Table<AuditHead> heads, Table<AuditEntry> entries) {
    this.heads = heads;
    this.entries = entries;
  }

  /** Appends records in their order. */
  public void append(List<AuditRecord> records) {
    // In a fixed order, to prevent deadlocks between transactions.
    Map<String, List<AuditRecord>> trails =
        records.stream()
            .collect(
                Collectors.groupingBy(
                    AuditRecord::organizationId, TreeMap::new, Collectors.toList()));
    trails.forEach(this::append);
  }

  private void append(String organizationId, List<AuditRecord> records) {
    AuditHead head = heads.lock(organizationId).orElseGet(() -> begin(organizationId));
    for (AuditRecord record : records) {
      AuditEntry entry = head.next(record);
      entries.add(entry);
      head = AuditHead.of(entry);
    }
    heads.update(head);
  }

  private AuditHead begin(String organizationId) {
    heads.insert(AuditHead.empty(organizationId));
    return heads.lock(organizationId).orElseThrow();
  }
}
