package dev.agentmailbox.http.audit;

import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An exported entry, or the head at the end of an export, as one line of JSON. */
final class AuditLines {
  private static final JsonMapper JSON = JsonMapper.shared();

  private AuditLines() {}

  static String write(AuditEntry entry) {
    ObjectNode line = JSON.createObjectNode();
    line.put("organization_id", entry.organizationId());
    line.put("sequence", entry.sequence());
    line.put("occurred_at", entry.at().toString());
    line.put("actor", entry.actor());
    line.put("action", entry.action());
    ObjectNode facts = line.putObject("facts");
    entry.facts().forEach(facts::put);
    line.put("previous_hash", entry.previousHash());
    line.put("hash", entry.hash());
    return line.toString();
  }

  static String write(AuditHead head) {
    ObjectNode line = JSON.createObjectNode();
    line.put("organization_id", head.organizationId());
    line.put("head_sequence", head.sequence());
    line.put("head", head.hash());
    return line.toString();
  }

  /** Whether a line claims to be the head; entries never have this member. */
  static boolean isHead(String line) {
    return line.contains("\"head\":");
  }

  /**
   * Reads an entry.
   *
   * @throws IllegalArgumentException the line is none, or not exactly as it is written
   */
  static AuditEntry read(String text) {
    try {
      JsonNode line = JSON.readTree(text);
      Map<String, String> facts = new TreeMap<>();
      line.path("facts").forEachEntry((name, value) -> facts.put(name, value.stringValue()));
      AuditEntry entry =
          new AuditEntry(
              text(line, "organization_id"),
              line.path("sequence").longValue(),
              Instant.parse(text(line, "occurred_at")),
              text(line, "actor"),
              text(line, "action"),
              facts,
              text(line, "previous_hash"),
              text(line, "hash"));
      // What a hash does not cover must not be there: more members, or one member twice.
      if (write(entry).equals(text)) {
        return entry;
      }
    } catch (JacksonException | DateTimeException broken) {
      // Not an entry, as below.
    }
    throw new IllegalArgumentException("is not an entry as it was exported");
  }

  private static String text(JsonNode line, String name) {
    return line.path(name).stringValue();
  }
}
