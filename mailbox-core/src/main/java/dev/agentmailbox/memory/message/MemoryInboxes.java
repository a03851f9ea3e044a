package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.PodStore;
import dev.agentmailbox.port.message.InboxStore;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Inboxes and retired addresses. */
public final class MemoryInboxes implements InboxStore {
  private record ClientKey(String organizationId, String clientId) {
    static @Nullable ClientKey of(Inbox inbox) {
      String clientId = inbox.clientId();
      return clientId == null ? null : new ClientKey(inbox.organizationId(), clientId);
    }
  }

  private final PodStore pods;
  private final Rows<String, Inbox> rows;
  private final UniqueKey<ClientKey, Inbox> byClientId;
  private final RowList<Inbox> lists;
  private final Rows<String, String> retired;

  public MemoryInboxes(UndoLog undo, PodStore pods) {
    this.pods = pods;
    rows = new Rows<>(undo, Inbox::address);
    byClientId = rows.unique(ClientKey::of);
    lists = rows.lists(inbox -> Partition.levels(inbox.scope()), Inbox::createdAt);
    retired = new Rows<>(undo, Function.identity());
  }

  @Override
  public boolean insert(Inbox inbox) {
    if (isTaken(inbox.address()) || !rows.insert(inbox)) {
      return false;
    }
    if (!pods.count(inbox.organizationId(), inbox.podId(), 1)) {
      throw new StoreException("pod " + inbox.podId() + " does not exist", null);
    }
    return true;
  }

  @Override
  public Optional<Inbox> find(Scope scope, String address) {
    return rows.find(address).filter(row -> scope.contains(row.scope()));
  }

  @Override
  public Optional<Inbox> lock(Scope scope, String address) {
    return find(scope, address);
  }

  @Override
  public Optional<Inbox> findByClientId(String organizationId, String clientId) {
    return byClientId.find(new ClientKey(organizationId, clientId));
  }

  @Override
  public List<Inbox> list(Scope scope, @Nullable String query, PageRequest page) {
    return lists.page(
        List.of(Partition.of(scope)),
        null,
        null,
        page,
        inbox -> query == null || mentions(inbox, query));
  }

  @Override
  public void update(Inbox inbox) {
    rows.update(inbox.address(), row -> changed(row, inbox, row.storedBytes()));
  }

  @Override
  public void retire(Inbox inbox, Instant now) {
    rows.find(inbox.address())
        .ifPresent(
            row -> {
              rows.remove(row.address());
              retired.add(row.address());
              pods.count(row.organizationId(), row.podId(), -1);
            });
  }

  @Override
  public boolean addStoredBytes(Scope inbox, long bytes) {
    String address = inbox.inboxId();
    return address != null
        && rows.updateIf(
            address,
            row -> inbox.contains(row.scope()),
            row -> changed(row, row, row.storedBytes() + bytes));
  }

  @Override
  public Optional<Inbox> findRouted(String address) {
    return rows.find(address);
  }

  @Override
  public boolean isTaken(String address) {
    return rows.find(address).isPresent() || retired.find(address).isPresent();
  }

  private static boolean mentions(Inbox inbox, String query) {
    return Stream.of(inbox.address(), inbox.displayName(), inbox.clientId())
        .filter(Objects::nonNull)
        .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(query));
  }

  private static Inbox changed(Inbox row, Inbox changed, long storedBytes) {
    return new Inbox(
        row.scope(),
        new Inbox.Profile(changed.displayName(), row.clientId(), changed.metadata()),
        changed.status(),
        changed.claimed(),
        changed.policy(),
        storedBytes,
        row.createdAt(),
        changed.updatedAt());
  }
}
