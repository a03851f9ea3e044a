package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.table.SocketPeer;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.event.EventStream;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveConnectionsTest {
  private static final int PATIENCE_SECONDS = 10;
  private static final int KEY_BYTES = 32;
  private static final int GOING_AWAY = 1001;

  private final SettableClock clock = SettableClock.at("2026-01-01T12:00:00Z");
  private final KeySecret secret = KeySecret.generate(new SecureRandom());
  private final Failing store = new Failing();
  private final Mailbox mailbox = Mailbox.builder().store(store).clock(clock).build();
  private final LiveConnections connections =
      new LiveConnections(
          mailbox,
          new EventCursors(
              new TokenCodec(SigningKeys.of(new byte[KEY_BYTES])), mailbox.context().clock()));

  /** Fails in a way that nobody expects when it is told to. */
  private static final class Failing extends WrappedStore {
    private final CountDownLatch failed = new CountDownLatch(1);
    private volatile boolean failing;

    Failing() {
      super(new InMemoryStore());
    }

    @Override
    public <T> T read(Function<StoreTransaction, T> work) {
      if (failing && Thread.currentThread().getName().equals("live-watch")) {
        failing = false;
        failed.countDown();
        throw new AssertionError("a bug");
      }
      return super.read(work);
    }

    @Override
    public <T> T look(Function<StoreTransaction, T> work) {
      return read(work);
    }
  }

  private record Peer(BlockingQueue<Integer> ends, AtomicInteger sent) implements SocketPeer {
    Peer(BlockingQueue<Integer> ends) {
      this(ends, new AtomicInteger());
    }

    @Override
    public void send(byte[] text) {
      sent.incrementAndGet();
    }

    @Override
    public void ping() {}

    @Override
    public void close(int code, String reason) {
      ends.add(code);
    }
  }

  private ApiKey key(@Nullable Instant revokedAt) {
    Instant now = mailbox.context().now();
    return new ApiKey(
        "key_1",
        secret.prefix(),
        secret.hash(),
        "test",
        Scope.organization(mailbox.first().organization().id()),
        EnumSet.allOf(Permission.class),
        false,
        new ApiKey.Life(now, now, null, null, revokedAt));
  }

  @Test
  void a_key_that_is_revoked_ends_its_connections_also_after_a_look_that_failed() throws Exception {
    try (mailbox;
        connections) {
      ApiKey key = key(null);
      boolean inserted = store.write(tx -> tx.apiKeys().insert(key));
      assertTrue(inserted);
      BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
      connections.admit(new Caller.Key(key, true)).opened(new Peer(ends));
      store.failing = true;
      assertTrue(store.failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
      store.write(
          tx -> {
            tx.apiKeys().update(key(key.createdAt()));
            return true;
          });
      assertEquals(LiveConnections.KEY_ENDED, ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
  }

  private void publish(int count) {
    Scope scope = Scope.organization(mailbox.first().organization().id());
    store.write(
        tx -> {
          for (int i = 0; i < count; i++) {
            tx.publish(
                new Event(
                    mailbox.context().ids().next(IdPrefix.EVENT),
                    EventType.MESSAGE_SENT,
                    mailbox.context().now(),
                    Scope.organization(scope.organizationId()),
                    null,
                    null,
                    Map.of("wake", true)));
          }
          return true;
        });
  }

  /**
   * Admits a connection, lets a number of events happen, and opens it when the stream has told all.
   */
  private Peer openedAfter(int events) throws InterruptedException {
    ApiKey key = key(null);
    boolean inserted = store.write(tx -> tx.apiKeys().insert(key));
    assertTrue(inserted);
    LiveConnection connection = connections.admit(new Caller.Key(key, true));
    CountDownLatch told = new CountDownLatch(events);
    // Told after the connection, which listens longer.
    try (EventStream.Subscription last =
        mailbox.stream()
            .open(key.scope().organizationId(), some -> some.forEach(event -> told.countDown()))) {
      assertTrue(last.start() >= 0);
      publish(events);
      assertTrue(told.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
    Peer peer = new Peer(new LinkedBlockingQueue<>());
    connection.opened(peer);
    return peer;
  }

  private LiveConnection admitted() {
    ApiKey key = key(null);
    boolean inserted = store.write(tx -> tx.apiKeys().insert(key));
    assertTrue(inserted);
    return connections.admit(new Caller.Key(key, true));
  }

  private static @Nullable Integer endOf(LiveConnection opening) {
    Peer peer = new Peer(new LinkedBlockingQueue<>());
    opening.opened(peer);
    return peer.ends().poll();
  }

  @Test
  void a_connection_that_opens_after_its_time_is_watched_no_more_and_has_to_connect_again() {
    try (mailbox;
        connections) {
      LiveConnection opening = admitted();
      Instant last = clock.instant().plus(LiveConnection.HANDSHAKE_TIME);
      opening.look(last);
      assertNull(endOf(opening));
      LiveConnection late = connections.admit(opening.caller());
      late.look(last.plusNanos(1));
      assertEquals(GOING_AWAY, endOf(late));
    }
  }

  @Test
  void a_connection_whose_key_ends_before_it_opens_ends_when_it_opens() {
    try (mailbox;
        connections) {
      LiveConnection opening = admitted();
      opening.end(LiveConnections.KEY_ENDED, "the key no longer allows this");
      assertEquals(LiveConnections.KEY_ENDED, endOf(opening));
    }
  }

  @Test
  void a_connection_that_opens_while_the_service_stops_ends() {
    try (mailbox) {
      LiveConnection opening = admitted();
      connections.close();
      assertEquals(GOING_AWAY, endOf(opening));
    }
  }

  @Test
  void what_happens_between_the_answer_and_the_open_connection_is_told() throws Exception {
    try (mailbox;
        connections) {
      Peer peer = openedAfter(LiveConnection.MAX_EARLY);
      assertEquals(LiveConnection.MAX_EARLY, peer.sent().get());
      assertTrue(peer.ends().isEmpty());
    }
  }

  @Test
  void a_connection_that_opens_a_thousand_events_late_and_one_has_to_connect_again()
      throws Exception {
    try (mailbox;
        connections) {
      Peer peer = openedAfter(LiveConnection.MAX_EARLY + 1);
      assertEquals(0, peer.sent().get());
      assertEquals(LiveConnection.TOO_FAR_BEHIND, peer.ends().poll());
    }
  }
}
