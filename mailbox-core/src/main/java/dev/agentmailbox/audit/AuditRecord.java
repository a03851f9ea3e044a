package dev.agentmailbox.audit;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A fact for the audit trail of an organization, before it has a place in the chain.
 *
 * @param actor id of the human or key that acts, or {@link #SERVICE}
 * @param facts identifiers, names of states, hashes, and what a rule names; never content,
 *     subjects, notes or secrets
 */
public record AuditRecord(
    String organizationId,
    Instant at,
    String actor,
    AuditAction action,
    Map<String, String> facts) {
  /** The actor of what happens by itself. */
  public static final String SERVICE = "service";

  /** Most characters of a fact. */
  public static final int MAX_FACT_CHARACTERS = 512;

  public AuditRecord {
    at = at.truncatedTo(ChronoUnit.MILLIS);
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
  }

  public static AuditRecord of(
      String organizationId, Instant at, String actor, AuditAction action) {
    return new AuditRecord(organizationId, at, actor, action, Map.of());
  }

  /** What a caller does in the caller's organization. */
  public static AuditRecord by(Caller caller, Instant at, AuditAction action) {
    return of(caller.scope().organizationId(), at, caller.id(), action);
  }

  /** Adds the level that something is about. */
  public AuditRecord at(Scope scope) {
    return with("pod_id", scope.podId()).with("inbox_id", scope.inboxId());
  }

  /** Adds a fact; null adds nothing. */
  public AuditRecord with(String name, @Nullable String value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new TreeMap<>(facts);
    more.put(
        name,
        value.length() > MAX_FACT_CHARACTERS ? value.substring(0, MAX_FACT_CHARACTERS) : value);
    return new AuditRecord(organizationId, at, actor, action, more);
  }
}
