package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dkim.DkimKey;
import java.net.InetAddress;
import java.util.List;

/**
 * The sender described by the records.
 *
 * @param helloName EHLO name
 * @param sources the configured source addresses
 * @param way kind of delivery
 * @param domains mail domains
 * @param keys DKIM keys
 */
public record Sender(
    String helloName,
    List<InetAddress> sources,
    Way way,
    List<String> domains,
    List<DkimKey> keys) {
  /** The kind of delivery. */
  public enum Way {
    DIRECT,
    RELAY
  }

  public Sender {
    sources = List.copyOf(sources);
    domains = List.copyOf(domains);
    keys = List.copyOf(keys);
  }
}
