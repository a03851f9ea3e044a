package dev.agentmailbox.http.audit;

import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
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

  /** A line: an entry or the head. */
  record Line(Optional<AuditEntry> entry, long headSequence, String head) {}

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException it is neither
   */
  static Line read(String text) {
    try {
      JsonNode line = JSON.readTree(text);
      if (line.has("head")) {
        return new Line(
            Optional.empty(), line.path("head_sequence").longValue(), text(line, "head"));
      }
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
      return new Line(Optional.of(entry), 0, "");
    } catch (JacksonException | DateTimeException broken) {
      throw new IllegalArgumentException("is not an entry of an audit trail", broken);
    }
  }

  private static String text(JsonNode line, String name) {
    return line.path(name).stringValue();
  }
}
