package dev.agentmailbox.server.delivery;

import java.net.InetAddress;
import java.util.List;

/** Resolves the addresses of a host, within its own timeout. */
interface AddressSource {
  /**
   * Returns the addresses that may be connected to, in order of preference.
   *
   * @throws HopFailure when there are none, or on a temporary failure
   */
  List<InetAddress> find() throws HopFailure;
}
