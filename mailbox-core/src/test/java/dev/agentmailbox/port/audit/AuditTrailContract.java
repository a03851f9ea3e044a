package dev.agentmailbox.port.audit;

import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_BY_ACTION;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_ENTRIES;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_HEADS;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_LIST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link AuditTrail}. */
public interface AuditTrailContract extends StoreContract {
  @Test
  default void records_become_a_chain_in_their_order() {
    change(
        tx -> {
          tx.audit(record("org_a", 2, AuditAction.KEY_CREATED).with("api_key_id", "key_1"));
          tx.audit(record("org_b", 2, AuditAction.KEY_CREATED));
          tx.audit(record("org_a", 1, AuditAction.KEY_REVOKED));
        });
    List<AuditEntry> entries = entries("org_a");
    assertEquals(
        List.of("key.created", "key.revoked"), entries.stream().map(AuditEntry::action).toList());
    assertEquals(AuditEntry.NO_HASH, entries.get(0).previousHash());
    assertEquals("key_1", entries.get(0).facts().get("api_key_id"));
    assertEquals(at(2), entries.get(1).at(), "times of a chain never go back");
    assertChained("org_a", 2);
    assertChained("org_b", 1);
    List<AuditEntry> revoked =
        read(tx -> tx.table(AUDIT_ENTRIES).page(AUDIT_BY_ACTION, ALL, "org_a", "key.revoked"))
            .items();
    assertEquals(List.of(entries.get(1)), revoked);
  }

  @Test
  default void a_transaction_that_fails_leaves_no_entry() {
    change(tx -> tx.audit(record("org_a", 1, AuditAction.KEY_CREATED)));
    assertThrows(
        IllegalStateException.class,
        () ->
            change(
                tx -> {
                  tx.audit(record("org_a", 2, AuditAction.KEY_REVOKED));
                  throw new IllegalStateException("undone");
                }));
    change(tx -> tx.audit(record("org_a", 3, AuditAction.KEY_CREATED)));
    assertChained("org_a", 2);
  }

  @Test
  default void records_of_many_at_once_have_no_gap() {
    Race.run(
        i -> {
          for (int j = 0; j < 10; j++) {
            change(tx -> tx.audit(record("org_a", 1, AuditAction.SEND_ACCEPTED)));
          }
          return i;
        });
    assertChained("org_a", 10 * Race.THREADS);
  }

  private void assertChained(String organization, long count) {
    List<AuditEntry> entries = entries(organization);
    assertEquals(
        LongStream.rangeClosed(1, count).boxed().toList(),
        entries.stream().map(AuditEntry::sequence).toList());
    String previous = AuditEntry.NO_HASH;
    for (AuditEntry entry : entries) {
      assertEquals(previous, entry.previousHash());
      assertEquals(entry.computeHash(), entry.hash());
      previous = entry.hash();
    }
    AuditHead head = read(tx -> tx.table(AUDIT_HEADS).find(organization)).orElseThrow();
    assertEquals(previous, head.hash());
    assertTrue(head.sequence() == count);
  }

  private List<AuditEntry> entries(String organization) {
    return read(tx -> tx.table(AUDIT_ENTRIES).list(AUDIT_LIST, organization));
  }

  private static AuditRecord record(String organization, int second, AuditAction action) {
    return AuditRecord.of(organization, at(second), "usr_1", action);
  }
}
