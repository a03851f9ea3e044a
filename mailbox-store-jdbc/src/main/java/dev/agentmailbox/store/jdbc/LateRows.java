package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.store.jdbc.account.UsageTable;
import dev.agentmailbox.store.jdbc.event.EventCountTable;
import dev.agentmailbox.store.jdbc.event.EventTable;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable;
import dev.agentmailbox.store.jdbc.search.SearchMarks;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rows that a whole organization shares, collected to be written as late as possible and once for
 * all writes of a transaction: events, counts, blocks of the search. Belongs to one thread.
 */
final class LateRows {
  final SearchMarks searched = new SearchMarks();
  final PendingCounts counts = new PendingCounts();
  final List<Event> events = new ArrayList<>();

  /** Whether events and counts, which can be asked for, are all written. */
  boolean isEmpty() {
    return events.isEmpty() && counts.isEmpty();
  }

  /** The organizations whose logs are appended to. */
  Set<String> logs() {
    return events.stream().map(Event::organizationId).collect(Collectors.toUnmodifiableSet());
  }

  /** Adds what another write has collected after this. */
  void add(LateRows later) {
    searched.add(later.searched);
    counts.add(later.counts);
    events.addAll(later.events);
  }

  /** The number of the last event of each log that was appended to. */
  Map<String, Long> writeTo(Statements statements, DurablePositions marks) {
    searched.writeTo(new SearchBlockTable(statements));
    counts.writeTo(new UsageTable(statements));
    new EventCountTable(statements).add(events);
    // In one order for all transactions, so that two never wait for each other's logs.
    Map<String, List<Event>> logs =
        events.stream()
            .collect(
                Collectors.groupingBy(Event::organizationId, TreeMap::new, Collectors.toList()));
    EventTable table = new EventTable(statements, marks);
    Map<String, Long> appended = new HashMap<>();
    logs.forEach((id, log) -> appended.put(id, table.append(id, log)));
    return appended;
  }
}
