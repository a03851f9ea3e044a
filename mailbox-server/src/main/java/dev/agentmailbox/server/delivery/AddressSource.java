package dev.agentmailbox.server.delivery;

import java.net.InetAddress;
import java.util.List;

/** Where a host is. Answers within a time limit of its own. */
interface AddressSource {
  /**
   * Finds the addresses that may be connected to, best first.
   *
   * @throws HopFailure when there are none, or not now
   */
  List<InetAddress> find() throws HopFailure;
}
