package dev.agentmailbox.server.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** Resolves names to addresses. Thread safe. */
@FunctionalInterface
public interface NameLookup {
  /**
   * Resolves a name; empty when it has no addresses.
   *
   * @param limit timeout
   * @throws UnknownHostException resolution failed or timed out
   */
  List<InetAddress> find(String host, Duration limit) throws UnknownHostException;
}
