package dev.agentmailbox.memory;

import dev.agentmailbox.memory.access.MemoryApiKeys;
import dev.agentmailbox.memory.account.MemoryOrganizations;
import dev.agentmailbox.memory.account.MemoryUsage;
import dev.agentmailbox.memory.event.MemoryEndpointCursors;
import dev.agentmailbox.memory.event.MemoryEventCounts;
import dev.agentmailbox.memory.event.MemoryEvents;
import dev.agentmailbox.memory.message.MemoryContacts;
import dev.agentmailbox.memory.message.MemoryInboxes;
import dev.agentmailbox.memory.message.MemoryLists;
import dev.agentmailbox.memory.message.MemoryMessages;
import dev.agentmailbox.memory.message.MemorySearch;
import dev.agentmailbox.memory.message.MemoryThreads;
import dev.agentmailbox.memory.rows.ContentNames;
import dev.agentmailbox.memory.rows.MemoryTable;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.sending.MemoryDrafts;
import dev.agentmailbox.memory.sending.MemorySends;
import dev.agentmailbox.memory.service.MemoryIdempotency;
import dev.agentmailbox.memory.service.MemoryReceipts;
import dev.agentmailbox.port.account.AccountTables;
import dev.agentmailbox.port.account.PodStore;
import dev.agentmailbox.port.table.TableSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The tables of one store, which share a lock and an undo log. */
final class Stores {
  final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  final UndoLog undo = new UndoLog(lock);
  private final ContentNames contentNames = new ContentNames(undo);

  private final Map<TableSpec<?>, MemoryTable<?>> tables = new ConcurrentHashMap<>();
  final MemoryEvents events = new MemoryEvents(undo);
  final MemoryOrganizations organizations = new MemoryOrganizations(undo, events);
  final MemoryInboxes inboxes = new MemoryInboxes(undo, new PodStore(table(AccountTables.PODS)));
  final MemoryApiKeys apiKeys = new MemoryApiKeys(undo);
  final MemoryMessages messages = new MemoryMessages(undo, contentNames);
  final MemoryThreads threads = new MemoryThreads(undo);
  final MemorySearch search = new MemorySearch(undo);
  final MemorySends sends = new MemorySends(undo, contentNames);
  final MemoryDrafts drafts = new MemoryDrafts(undo, contentNames, sends);
  final MemoryLists lists = new MemoryLists(undo);
  final MemoryContacts contacts = new MemoryContacts(undo);
  final MemoryUsage usage = new MemoryUsage(undo);
  final MemoryIdempotency idempotency = new MemoryIdempotency(undo);
  final MemoryReceipts receipts = new MemoryReceipts(undo);
  final MemoryEventCounts eventCounts = new MemoryEventCounts(undo);
  final MemoryEndpointCursors endpointCursors = new MemoryEndpointCursors(undo);

  @SuppressWarnings("unchecked") // Each is kept under its own declaration.
  <T> MemoryTable<T> table(TableSpec<T> spec) {
    return (MemoryTable<T>) tables.computeIfAbsent(spec, made -> new MemoryTable<>(undo, made));
  }
}
