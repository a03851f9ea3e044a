package dev.agentmailbox.port;

import java.time.Instant;
import java.util.List;

/**
 * Which live connections are open at which process, so that their number can be limited over all
 * processes. A process is here under a name of its own as long as it says so; when it stops saying
 * so, others remove it together with its places.
 */
public interface ConnectionLeaseStore {
  /**
   * A connection that is open.
   *
   * @param keyId the API key it was opened with
   * @param node the process it is open at
   * @param id of the connection, unique in its organization
   */
  record LivePlace(String organizationId, String keyId, String node, String id) {}

  /** Makes a process known; its name is new. */
  void join(String node, Instant until);

  /**
   * Says that a process lives; its row is locked until the transaction ends.
   *
   * @return false when others have removed it and given its places away
   */
  boolean renew(String node, Instant until);

  /** The places of one organization, over all processes. */
  List<LivePlace> of(String organizationId);

  /** Adds a place. The caller holds the organization's row and has renewed the process. */
  void take(LivePlace place);

  /** Removes a place; one that is gone is no error. */
  void free(String organizationId, String id);

  /** Removes a process and its places; one that is gone is no error. */
  void leave(String node);

  /**
   * Removes the processes that have not been renewed until now, with their places.
   *
   * @return how many processes
   */
  int removeLost(Instant now);
}
