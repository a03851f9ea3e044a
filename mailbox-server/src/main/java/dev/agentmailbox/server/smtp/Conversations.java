package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.server.Session;
import org.subethamail.smtp.server.SessionHandler;

/** All open connections: enforces limits and deadlines, and drains on stop. Thread safe. */
final class Conversations implements SessionHandler {
  static final String STOPPING = "4.3.2 Service is stopping";

  private static final Logger LOG = LoggerFactory.getLogger(Conversations.class);
  private static final int IPV6_HOST_BYTES = 8;
  private static final int IPV4_NETWORK_BYTES = 3;
  private static final int IPV6_NETWORK_BYTES = 6;

  private final SmtpSettings settings;
  private final Map<Session, Conversation> open = new ConcurrentHashMap<>();
  private final Map<String, Integer> perAddress = new HashMap<>();

  /** Guarded by {@link #perAddress}, like the counts. */
  private final Map<String, Integer> perNetwork = new HashMap<>();

  private volatile boolean taking;
  private volatile boolean stopping;

  Conversations(SmtpSettings settings) {
    this.settings = settings;
  }

  Conversation of(Session session) {
    return Objects.requireNonNull(open.get(session), "session not admitted");
  }

  int count() {
    return open.size();
  }

  /** Starts admitting connections, which are refused with 421 before. */
  void take() {
    taking = true;
  }

  boolean isStopping() {
    return stopping;
  }

  @Override
  public SessionAcceptance accept(Session session) {
    if (stopping) {
      return SessionAcceptance.failure(421, STOPPING);
    }
    if (!taking) {
      return SessionAcceptance.failure(421, "4.3.2 Service is starting");
    }
    InetAddress address = session.getSocket().getInetAddress();
    synchronized (perAddress) {
      if (open.size() >= settings.limits().connections()) {
        return SessionAcceptance.failure(421, "4.3.2 Too many connections");
      }
      int ofAddress = perAddress.getOrDefault(host(address), 0);
      if (ofAddress >= settings.limits().connectionsPerAddress()) {
        return SessionAcceptance.failure(421, "4.7.0 Too many connections from your address");
      }
      int ofNetwork = perNetwork.getOrDefault(network(address), 0);
      if (ofNetwork >= settings.limits().connectionsPerNetwork()) {
        return SessionAcceptance.failure(421, "4.7.0 Too many connections from your network");
      }
      perAddress.put(host(address), ofAddress + 1);
      perNetwork.put(network(address), ofNetwork + 1);
      open.put(session, new Conversation(session.getSocket(), settings.limits().idle()));
    }
    try {
      session.setSocket(new ConversationSocket(session.getSocket()));
    } catch (IOException e) {
      LOG.debug("a connection was lost before its greeting: {}", e.toString());
      onSessionEnd(session);
      return SessionAcceptance.failure(421, "4.4.2 Connection lost");
    }
    return SessionAcceptance.success();
  }

  @Override
  public void onSessionEnd(Session session) {
    synchronized (perAddress) {
      Conversation ended = open.remove(session);
      if (ended != null) {
        perAddress.notifyAll();
        countDown(perAddress, host(ended.address()));
        countDown(perNetwork, network(ended.address()));
      }
    }
  }

  private static void countDown(Map<String, Integer> counts, String key) {
    counts.computeIfPresent(key, (same, count) -> count > 1 ? count - 1 : null);
  }

  /** An IPv6 /64 counts as one address, since one customer controls it. */
  private static String host(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address
        ? Arrays.toString(Arrays.copyOf(bytes, IPV6_HOST_BYTES))
        : Arrays.toString(bytes);
  }

  /** The network range of the specification's limits: an IPv4 /24 or an IPv6 /48. */
  private static String network(InetAddress address) {
    boolean ipv6 = address instanceof Inet6Address;
    return Arrays.toString(
        Arrays.copyOf(address.getAddress(), ipv6 ? IPV6_NETWORK_BYTES : IPV4_NETWORK_BYTES));
  }

  /** Closes connections past their deadline. */
  void cutOverdue() {
    long now = System.nanoTime();
    for (Conversation conversation : open.values()) {
      if (conversation.isOverdue(now)) {
        conversation.cut();
      }
    }
  }

  /** Sends 421 to idle connections; others get it after their transaction. */
  void dismissIdle() {
    stopping = true;
    byte[] farewell = ("421 " + STOPPING + "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (Map.Entry<Session, Conversation> entry : open.entrySet()) {
      if (entry.getValue().endWhenIdle()) {
        try {
          entry.getKey().getSocket().getOutputStream().write(farewell);
        } catch (IOException e) {
          LOG.debug("a connection was closed before its 421: {}", e.toString());
        }
        entry.getValue().cut();
      }
    }
  }

  /**
   * Waits until all connections are closed.
   *
   * @return the number of connections left after the timeout
   */
  int awaitNone(Duration limit) throws InterruptedException {
    long until = System.nanoTime() + limit.toNanos();
    synchronized (perAddress) {
      while (!open.isEmpty()) {
        long left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        if (left <= 0) {
          return open.size();
        }
        perAddress.wait(left);
      }
      return 0;
    }
  }

  void cutAll() {
    Collection<Conversation> left = List.copyOf(open.values());
    left.forEach(Conversation::cut);
  }
}
