package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.AddressEntry;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inboxes and the directory of all addresses ever given out. */
public interface InboxStore {
  /**
   * Adds an inbox, takes its address, and counts it in its pod.
   *
   * @return false when the address exists or is retired, in any organization, or when the client id
   *     is taken within this one; of two at once exactly one gets true
   */
  boolean insert(Inbox inbox);

  /** The inbox with this lower-case address. */
  Optional<Inbox> find(Scope scope, String address);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<Inbox> lock(Scope scope, String address);

  /** Within the organization; deleted inboxes do not count. */
  Optional<Inbox> findByClientId(String organizationId, String clientId);

  /**
   * By (createdAt, address); one item more than the limit when there are more.
   *
   * @param query null for all; else lower-case text that must occur in address, display name or
   *     client id
   */
  List<Inbox> list(Scope scope, @Nullable String query, PageRequest page);

  /** Writes display name, status, claimed, metadata, policy and updatedAt; not the bytes. */
  void update(Inbox inbox);

  /** Removes the inbox's row, retires its address for good, and counts it out of its pod. */
  void retire(Inbox inbox, Instant now);

  /**
   * Adds to the bytes stored and locks the row until the end.
   *
   * @return false when the inbox is gone
   */
  boolean addStoredBytes(Scope inbox, long bytes);

  /**
   * The inbox of any organization that has this lower-case address: without a scope, for routing.
   */
  Optional<Inbox> findRouted(String address);

  /** Who has or had this lower-case address: without a scope, for routing. */
  Optional<AddressEntry> route(String address);
}
