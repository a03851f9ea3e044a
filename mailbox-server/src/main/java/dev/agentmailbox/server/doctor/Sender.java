package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dkim.DkimKey;
import java.net.InetAddress;
import java.util.List;

/**
 * Who the records speak of.
 *
 * @param helloName what the server calls itself
 * @param sources the addresses mail leaves from, when they are set
 * @param way how mail leaves
 * @param domains mail domains
 * @param keys that sign
 */
public record Sender(
    String helloName,
    List<InetAddress> sources,
    Way way,
    List<String> domains,
    List<DkimKey> keys) {
  /** How mail leaves. */
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
