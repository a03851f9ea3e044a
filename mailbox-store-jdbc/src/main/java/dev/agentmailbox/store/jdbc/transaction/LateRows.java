package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.audit.AuditTables;
import dev.agentmailbox.port.audit.AuditTrail;
import dev.agentmailbox.store.jdbc.account.UsageTable;
import dev.agentmailbox.store.jdbc.event.EventCountTable;
import dev.agentmailbox.store.jdbc.event.EventTable;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable;
import dev.agentmailbox.store.jdbc.search.SearchMarks;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.SpecTable;
import dev.agentmailbox.store.jdbc.sql.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes to rows shared by an organization (events, counts, search blocks, audit trails), deferred
 * to the end of a transaction and merged over its writes, to hold their locks briefly. Belongs to
 * one thread.
 */
final class LateRows {
  final SearchMarks searched = new SearchMarks();
  final PendingCounts counts = new PendingCounts();
  final List<Event> events = new ArrayList<>();
  final List<AuditRecord> audited = new ArrayList<>();

  /** Whether events and counts, which transactions can read, are written. */
  boolean isEmpty() {
    return events.isEmpty() && counts.isEmpty();
  }

  /** The organizations with collected events. */
  Set<String> logs() {
    return events.stream().map(Event::organizationId).collect(Collectors.toUnmodifiableSet());
  }

  /** Adds the rows of a later write. */
  void add(LateRows later) {
    searched.add(later.searched);
    counts.add(later.counts);
    events.addAll(later.events);
    audited.addAll(later.audited);
  }

  /** The number of the last event of each changed log. */
  Map<String, Long> writeTo(Statements statements, DurablePositions positions) {
    searched.writeTo(new SearchBlockTable(statements));
    counts.writeTo(new UsageTable(statements));
    new EventCountTable(statements).add(events);
    // In a fixed order, to prevent deadlocks between transactions.
    Map<String, List<Event>> logs =
        events.stream()
            .collect(
                Collectors.groupingBy(Event::organizationId, TreeMap::new, Collectors.toList()));
    EventTable table = new EventTable(statements, positions);
    Map<String, Long> appended = new HashMap<>();
    logs.forEach((id, log) -> appended.put(id, table.append(id, log)));
    if (!audited.isEmpty()) {
      new AuditTrail(
              new SpecTable<>(statements, AuditTables.AUDIT_HEADS),
              new SpecTable<>(statements, AuditTables.AUDIT_ENTRIES))
          .append(audited);
    }
    return appended;
  }
}
