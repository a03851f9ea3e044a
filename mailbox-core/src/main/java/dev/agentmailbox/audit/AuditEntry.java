package dev.agentmailbox.audit;

import dev.agentmailbox.hash.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An entry of an audit trail. Its hash covers everything else of it, the hash of the entry before
 * included, so that no entry can be changed, left out or moved without changing all later hashes.
 *
 * @param sequence from 1, without gaps within the organization
 * @param at never earlier than the entry before; milliseconds
 * @param action wire name
 * @param previousHash of the entry before; {@link #NO_HASH} for the first
 * @param hash SHA-256 in lower-case hexadecimal, see {@link #computeHash}
 */
public record AuditEntry(
    String organizationId,
    long sequence,
    Instant at,
    String actor,
    String action,
    Map<String, String> facts,
    String previousHash,
    String hash) {
  /** What the first entry follows. */
  public static final String NO_HASH = "0".repeat(64);

  public AuditEntry {
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
  }

  /** The entry of a record after the head of its chain. */
  static AuditEntry after(AuditHead head, AuditRecord record) {
    AuditEntry unhashed =
        new AuditEntry(
            record.organizationId(),
            head.sequence() + 1,
            record.at().isBefore(head.at()) ? head.at() : record.at(),
            record.actor(),
            record.action().wireName(),
            record.facts(),
            head.hash(),
            "");
    return new AuditEntry(
        unhashed.organizationId,
        unhashed.sequence,
        unhashed.at,
        unhashed.actor,
        unhashed.action,
        unhashed.facts,
        unhashed.previousHash,
        unhashed.computeHash());
  }

  /**
   * SHA-256 of these texts, each written as its length in bytes of UTF-8, a colon and the bytes:
   * organization, sequence, time (RFC 3339, UTC), actor, action, previous hash, and the name and
   * value of each fact, by name.
   */
  public String computeHash() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(bytes, organizationId);
    write(bytes, Long.toString(sequence));
    write(bytes, at.toString());
    write(bytes, actor);
    write(bytes, action);
    write(bytes, previousHash);
    facts.forEach(
        (name, value) -> {
          write(bytes, name);
          write(bytes, value);
        });
    return Sha256.hex(bytes.toByteArray());
  }

  private static void write(ByteArrayOutputStream bytes, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    bytes.writeBytes((utf8.length + ":").getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(utf8);
  }
}
