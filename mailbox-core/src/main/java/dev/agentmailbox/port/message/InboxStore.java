package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inboxes and the directory of all addresses ever assigned. */
public interface InboxStore {
  /**
   * Adds an inbox, assigns its address, and increments its pod's inbox count.
   *
   * @return false when the address exists or is retired, in any organization, or when the client id
   *     is taken within this one
   */
  boolean insert(Inbox inbox);

  /** Finds the inbox with this lower-case address. */
  Optional<Inbox> find(Scope scope, String address);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<Inbox> lock(Scope scope, String address);

  /** Within the organization; deleted inboxes are not found. */
  Optional<Inbox> findByClientId(String organizationId, String clientId);

  /**
   * By (createdAt, address).
   *
   * @param query null for all; else lower-case text that address, display name or client id must
   *     contain, ignoring case
   */
  List<Inbox> list(Scope scope, @Nullable String query, PageRequest page);

  /** Writes display name, status, claimed, metadata, policy and updatedAt; not the stored bytes. */
  void update(Inbox inbox);

  /** Deletes the inbox's row, retires its address, and decrements its pod's inbox count. */
  void retire(Inbox inbox, Instant now);

  /**
   * Adds to the stored bytes and locks the row until the transaction ends.
   *
   * @param bytes negative to subtract
   * @return false when the inbox does not exist
   */
  boolean addStoredBytes(Scope inbox, long bytes);

  /** Finds the inbox with this lower-case address in any organization; for routing. */
  Optional<Inbox> findRouted(String address);

  /** Whether any inbox has or had this lower-case address; without a scope, for routing. */
  boolean isTaken(String address);
}
