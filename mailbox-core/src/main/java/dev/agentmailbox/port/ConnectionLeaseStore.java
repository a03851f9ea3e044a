package dev.agentmailbox.port;

import java.time.Instant;
import java.util.List;

/**
 * Leases on live connections (WebSocket and other streams), so that their number can be limited
 * across all processes. Each process registers under a unique name and renews its registration;
 * when it stops renewing, other processes remove it together with its leases.
 */
public interface ConnectionLeaseStore {
  /**
   * An open connection.
   *
   * @param keyId API key it was opened with
   * @param node name of the process that holds it
   * @param id connection id, unique within its organization
   */
  record ConnectionLease(String organizationId, String keyId, String node, String id) {}

  /** Registers a process until the given time. The name must not be in use. */
  void join(String node, Instant until);

  /**
   * Extends the registration of a process and locks its row until the transaction ends.
   *
   * @return false when another process has removed it, and with it its leases
   */
  boolean renew(String node, Instant until);

  /** The open connections of one organization, across all processes. */
  List<ConnectionLease> of(String organizationId);

  /**
   * Adds a connection. The caller has locked the organization and renewed its process in the same
   * transaction.
   */
  void take(ConnectionLease lease);

  /** Removes a connection; does nothing when it does not exist. */
  void free(String organizationId, String id);

  /** Removes a process and its connections; does nothing when it does not exist. */
  void leave(String node);

  /**
   * Removes the processes whose registration ended at or before {@code now}, with their
   * connections.
   *
   * @return number of processes removed
   */
  int removeLost(Instant now);
}
