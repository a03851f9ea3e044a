package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.AddressEntry;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.account.MemoryPods;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.InboxStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Inboxes, and the addresses that were theirs. */
public final class MemoryInboxes implements InboxStore {
  private record ClientKey(String organizationId, String clientId) {}

  private final UndoLog journal;
  private final MemoryPods pods;
  private final Map<String, Inbox> rows = new HashMap<>();
  private final Map<String, AddressEntry> retired = new HashMap<>();
  private final Map<ClientKey, String> byClientId = new HashMap<>();
  private final Index index;

  public MemoryInboxes(UndoLog journal, MemoryPods pods) {
    this.journal = journal;
    this.pods = pods;
    this.index = new Index(journal);
  }

  @Override
  public boolean insert(Inbox inbox) {
    if (rows.containsKey(inbox.address()) || retired.containsKey(inbox.address())) {
      return false;
    }
    String clientId = inbox.clientId();
    if (clientId != null) {
      ClientKey key = new ClientKey(inbox.organizationId(), clientId);
      if (byClientId.containsKey(key)) {
        return false;
      }
      journal.put(byClientId, key, inbox.address());
    }
    pods.countInboxes(inbox.podId(), 1);
    journal.put(rows, inbox.address(), inbox);
    index.add(partitions(inbox), inbox.createdAt(), inbox.address());
    return true;
  }

  @Override
  public Optional<Inbox> find(Scope scope, String address) {
    return Optional.ofNullable(rows.get(address))
        .filter(row -> scope.contains(row.organizationId(), row.podId(), row.address()));
  }

  @Override
  public Optional<Inbox> lock(Scope scope, String address) {
    return find(scope, address);
  }

  @Override
  public Optional<Inbox> findByClientId(String organizationId, String clientId) {
    return Optional.ofNullable(byClientId.get(new ClientKey(organizationId, clientId)))
        .map(rows::get);
  }

  @Override
  public List<Inbox> list(Scope scope, @Nullable String query, PageRequest page) {
    List<String> found =
        index.page(
            List.of(Partition.of(scope)),
            null,
            null,
            page,
            address -> query == null || mentions(row(address), query));
    return found.stream().map(this::row).toList();
  }

  @Override
  public void update(Inbox inbox) {
    Inbox row = rows.get(inbox.address());
    if (row != null) {
      journal.put(rows, row.address(), changed(row, inbox, row.storedBytes()));
    }
  }

  @Override
  public void retire(Inbox inbox, Instant now) {
    Inbox row = rows.get(inbox.address());
    if (row == null) {
      return;
    }
    String clientId = row.clientId();
    if (clientId != null) {
      journal.remove(byClientId, new ClientKey(row.organizationId(), clientId));
    }
    index.remove(partitions(row), row.createdAt(), row.address());
    journal.remove(rows, row.address());
    journal.put(
        retired,
        row.address(),
        new AddressEntry(row.address(), row.organizationId(), row.podId(), true, false));
    pods.countInboxes(row.podId(), -1);
  }

  @Override
  public boolean addStoredBytes(Scope inbox, long bytes) {
    Inbox row = inbox.inbox().flatMap(address -> find(inbox, address)).orElse(null);
    if (row == null) {
      return false;
    }
    journal.put(rows, row.address(), changed(row, row, row.storedBytes() + bytes));
    return true;
  }

  @Override
  public Optional<AddressEntry> route(String address) {
    Inbox row = rows.get(address);
    if (row == null) {
      return Optional.ofNullable(retired.get(address));
    }
    return Optional.of(
        new AddressEntry(address, row.organizationId(), row.podId(), false, row.receives()));
  }

  private Inbox row(String address) {
    return Objects.requireNonNull(rows.get(address));
  }

  private static boolean mentions(Inbox inbox, String query) {
    return Stream.of(inbox.address(), inbox.displayName(), inbox.clientId())
        .filter(Objects::nonNull)
        .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(query));
  }

  private static Inbox changed(Inbox row, Inbox changed, long storedBytes) {
    return new Inbox(
        row.organizationId(),
        row.podId(),
        row.address(),
        changed.displayName(),
        row.clientId(),
        changed.status(),
        changed.claimed(),
        changed.metadata(),
        changed.policy(),
        storedBytes,
        row.createdAt(),
        changed.updatedAt());
  }

  private static List<String> partitions(Inbox inbox) {
    return Partition.levels(inbox.organizationId(), inbox.podId(), inbox.address()).stream()
        .map(level -> Partition.of(level))
        .toList();
  }
}
