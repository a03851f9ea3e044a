package dev.agentmailbox.server.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** Finds the addresses of a name. Thread safe. */
@FunctionalInterface
public interface NameLookup {
  /**
   * The addresses, none when there are none.
   *
   * @param limit how long it may take
   * @throws UnknownHostException they could not be found in time
   */
  List<InetAddress> find(String host, Duration limit) throws UnknownHostException;
}
