package dev.agentmailbox.server.authentication;

import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.RecordType;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A name service that knows what a test says, and notes what it is asked. */
public final class FakeNames implements Lookups.Source {
  private final Map<String, List<String>> records = new HashMap<>();
  private final Map<String, String> aliases = new HashMap<>();
  private final Set<String> failing = new HashSet<>();
  public final List<String> asked = new ArrayList<>();

  public FakeNames with(String name, RecordType type, String... values) {
    records.computeIfAbsent(key(name, type), k -> new ArrayList<>()).addAll(List.of(values));
    return this;
  }

  public FakeNames txt(String name, String... values) {
    return with(name, RecordType.TXT, values);
  }

  /** Another name for a name. */
  public FakeNames alias(String name, String target) {
    aliases.put(name.toLowerCase(Locale.ROOT), target.toLowerCase(Locale.ROOT));
    return this;
  }

  /** Gives no answer about what is not known of that name; {@code *} for every name. */
  public FakeNames failing(String name) {
    failing.add(name.toLowerCase(Locale.ROOT));
    return this;
  }

  @Override
  public synchronized List<String> values(String name, RecordType type, Duration longest)
      throws DnsException {
    asked.add(type + " " + name);
    String lower =
        aliases.getOrDefault(name.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    List<String> found = records.get(key(lower, type));
    if (found != null) {
      return List.copyOf(found);
    }
    if (failing.contains(lower) || failing.contains("*")) {
      throw DnsException.unanswered(name);
    }
    boolean exists =
        records.keySet().stream()
            .map(key -> key.substring(key.indexOf(' ') + 1))
            .anyMatch(known -> known.equals(lower) || known.endsWith("." + lower));
    if (!exists) {
      throw new DnsException(DnsException.Reason.NO_SUCH_NAME, name);
    }
    return List.of();
  }

  /** Authentication that asks here. */
  public SenderAuthentication authentication() {
    return new MailAuthentication(this, Clock.systemUTC());
  }

  private static String key(String name, RecordType type) {
    return type + " " + name.toLowerCase(Locale.ROOT);
  }
}
