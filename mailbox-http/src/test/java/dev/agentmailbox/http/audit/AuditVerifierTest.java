package dev.agentmailbox.http.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.http.audit.AuditVerifier.FaultException;
import dev.agentmailbox.http.audit.AuditVerifier.Verified;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditVerifierTest {
  private static final int ENTRIES = 40;

  private static List<String> export() {
    List<String> lines = new ArrayList<>();
    AuditHead head = AuditHead.empty("org_a");
    for (int i = 0; i < ENTRIES; i++) {
      AuditEntry entry =
          head.next(
              AuditRecord.of(
                      "org_a",
                      Instant.ofEpochMilli(1_700_000_000_000L + i),
                      "usr_1",
                      AuditAction.APPROVAL_APPROVED)
                  .with("send_id", "out_ä" + i));
      lines.add(AuditLines.write(entry));
      head = AuditHead.of(entry);
    }
    lines.add(AuditLines.write(head));
    return lines;
  }

  private static Verified verify(List<String> lines, String... noted)
      throws IOException, FaultException {
    return AuditVerifier.verify(
        new BufferedReader(new StringReader(String.join("\n", lines))), List.of(noted));
  }

  private static void assertFound(List<String> lines, String what) {
    FaultException fault = assertThrows(FaultException.class, () -> verify(lines), what);
    assertTrue(String.valueOf(fault.getMessage()).startsWith("line "), what);
  }

  @Test
  void an_export_as_it_was_written_is_whole() throws Exception {
    List<String> lines = export();
    Verified verified = verify(lines);
    assertEquals(1, verified.first());
    assertEquals(ENTRIES, verified.last());
    assertTrue(lines.get(ENTRIES).contains(verified.head()));
  }

  @Test
  void an_export_whose_oldest_entries_have_expired_is_whole() throws Exception {
    List<String> lines = export();
    assertEquals(11, verify(lines.subList(10, lines.size())).first());
  }

  @Test
  void a_noted_head_shows_that_a_trail_was_cut_off_or_rewritten_since() throws Exception {
    List<String> lines = export();
    String noted = AuditLines.read(lines.get(ENTRIES - 1)).hash();
    List<String> shorter = new ArrayList<>(lines.subList(0, ENTRIES - 1));
    shorter.add(AuditLines.write(AuditHead.of(AuditLines.read(shorter.get(ENTRIES - 2)))));
    assertEquals(ENTRIES - 1, verify(shorter).last());
    assertEquals(ENTRIES, verify(lines, noted).last());
    FaultException fault = assertThrows(FaultException.class, () -> verify(shorter, noted));
    assertTrue(String.valueOf(fault.getMessage()).contains(noted), fault.getMessage());
  }

  @Test
  void every_changed_member_of_every_entry_is_found() {
    for (int i = 0; i < ENTRIES; i++) {
      for (String[] change :
          new String[][] {
            {"org_a", "org_b"},
            {"\"sequence\":", "\"sequence\":1"},
            {"2023-11-14", "2023-11-15"},
            {"usr_1", "usr_2"},
            {"approval.approved", "approval.rejected"},
            {"out_ä", "out_b"},
            {"\"previous_hash\":\"", "\"previous_hash\":\"0"},
            {"\"hash\":\"", "\"hash\":\"0"},
            {"\"facts\":{", "\"facts\":{\"more\":\"1\","},
          }) {
        List<String> lines = export();
        String changed = lines.get(i).replace(change[0], change[1]);
        assertTrue(!changed.equals(lines.get(i)), change[0]);
        lines.set(i, changed);
        assertFound(lines, "entry " + i + " with " + change[1]);
      }
    }
  }

  @Test
  void every_flipped_character_is_found() {
    List<String> whole = export();
    for (int i : new int[] {0, 1, ENTRIES - 1, ENTRIES}) {
      String line = whole.get(i);
      for (int at = 0; at < line.length(); at++) {
        List<String> lines = new ArrayList<>(whole);
        char flipped = (char) (line.charAt(at) ^ 1);
        lines.set(i, line.substring(0, at) + flipped + line.substring(at + 1));
        assertFound(lines, "character " + at + " of line " + i);
      }
    }
  }

  @Test
  void what_no_hash_covers_is_found() {
    for (String more :
        new String[] {
          "{\"actor\":\"usr_2\",", "{\"note\":\"innocent\",", "{ ", "{\"sequence\":1,"
        }) {
      for (int i = 0; i <= ENTRIES; i++) {
        List<String> lines = export();
        lines.set(i, more + lines.get(i).substring(1));
        assertFound(lines, more + " in line " + i);
      }
    }
  }

  @Test
  void every_entry_left_out_repeated_or_moved_is_found() {
    for (int i = 0; i < ENTRIES; i++) {
      if (i > 0) {
        List<String> dropped = export();
        dropped.remove(i);
        assertFound(dropped, "dropped " + i);
        List<String> swapped = export();
        Collections.swap(swapped, i - 1, i);
        assertFound(swapped, "swapped " + i);
      }
      List<String> repeated = export();
      repeated.add(i, repeated.get(i));
      assertFound(repeated, "repeated " + i);
    }
  }

  @Test
  void every_export_that_is_cut_off_is_found() {
    List<String> lines = export();
    for (int length = 0; length < lines.size(); length++) {
      assertFound(lines.subList(0, length), "cut after " + length);
    }
  }

  @Test
  void what_is_no_entry_or_comes_after_the_head_is_found() {
    for (String line : List.of("", "x", "[]", "{}", "null", "{\"head\":1}")) {
      List<String> lines = export();
      lines.add(3, line);
      assertFound(lines, line);
    }
    List<String> more = export();
    more.add(more.get(ENTRIES));
    assertFound(more, "two heads");
  }
}
