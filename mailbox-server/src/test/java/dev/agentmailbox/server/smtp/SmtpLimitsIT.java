package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.smtp.SmtpSettings.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SmtpLimitsIT {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final RecordingReceiver receiver = new RecordingReceiver();
  private SmtpListener listener;

  @BeforeEach
  void start() throws IOException {
    listener = open(new Limits(1_000_000, 100, 10, 10, LONG, LONG));
  }

  private SmtpListener open(Limits limits) throws IOException {
    return SmtpListener.start(
        SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example").withLimits(limits),
        receiver,
        Clock.systemUTC());
  }

  private void restart(int connections, int perAddress, Duration idle, Duration wholeData)
      throws IOException {
    listener.stop(Duration.ZERO);
    listener = open(new Limits(1_000_000, 100, connections, perAddress, idle, wholeData));
  }

  @AfterEach
  void stop() {
    listener.stop(Duration.ZERO);
    assertEquals(0, listener.connections());
    assertEquals(0, receiver.openSpools.get(), "every spool is closed");
  }

  private void awaitConnections(int count) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (listener.connections() != count && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertEquals(count, listener.connections());
  }

  @Test
  void one_address_gets_only_so_many_connections() throws Exception {
    restart(100, 3, LONG, LONG);
    List<WireClient> open = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      open.add(WireClient.greeted(listener.port()));
    }
    try (WireClient fourth = new WireClient(listener.port())) {
      assertTrue(fourth.reply().startsWith("421 4.7.0"));
      assertEquals("", fourth.rest());
    }
    open.get(0).close();
    awaitConnections(2);
    try (WireClient next = new WireClient(listener.port())) {
      assertTrue(next.reply().startsWith("220"));
    }
    for (WireClient client : open) {
      client.close();
    }
    awaitConnections(0);
  }

  @Test
  void one_network_gets_a_quarter_of_all_connections_and_not_one_more() throws Exception {
    restart(8, 1, LONG, LONG);
    try (Socket first = from(1, 0);
        Socket second = from(2, 0)) {
      assertTrue(firstLine(first).startsWith("220"));
      assertTrue(firstLine(second).startsWith("220"));
      try (Socket third = from(3, 0);
          Socket other = from(1, 1)) {
        assertEquals("421 4.7.0 Too many connections from your network", firstLine(third));
        assertTrue(firstLine(other).startsWith("220"));
      }
    }
    awaitConnections(0);
    try (Socket again = from(3, 0)) {
      assertTrue(firstLine(again).startsWith("220"));
    }
    awaitConnections(0);
  }

  /** A client with an address of its own on this machine. */
  private Socket from(int host, int network) throws IOException {
    InetAddress local = InetAddress.getByAddress(new byte[] {127, 0, (byte) network, (byte) host});
    return new Socket(InetAddress.getLoopbackAddress(), listener.port(), local, 0);
  }

  private static String firstLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
        .readLine();
  }

  @Test
  void a_connection_without_a_message_is_let_go_after_half_an_hour() {
    Conversation conversation = new Conversation(new Socket(), LONG);
    long limit = conversation.progressNanos() + Conversation.TIME_WITHOUT_MESSAGE.toNanos();
    assertFalse(conversation.isTooLong(limit));
    assertTrue(conversation.isTooLong(limit + 1));
  }

  @Test
  void all_addresses_together_get_only_so_many_connections() throws Exception {
    restart(2, 100, LONG, LONG);
    try (WireClient first = WireClient.greeted(listener.port());
        WireClient second = WireClient.greeted(listener.port());
        WireClient third = new WireClient(listener.port())) {
      assertTrue(third.reply().startsWith("421 4.3.2"));
      assertTrue(first.say("NOOP").startsWith("250"));
      assertTrue(second.say("NOOP").startsWith("250"));
    }
  }

  @Test
  void five_hundred_connections_at_once_are_all_served() throws Exception {
    restart(500, 500, LONG, LONG);
    List<WireClient> open = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      open.add(WireClient.greeted(listener.port()));
    }
    awaitConnections(500);
    for (WireClient client : open) {
      assertTrue(client.say("MAIL FROM:<bob@example.com>").startsWith("250"));
    }
    try (WireClient further = new WireClient(listener.port())) {
      assertTrue(further.reply().startsWith("421"));
    }
    for (WireClient client : open) {
      assertTrue(client.say("QUIT").startsWith("221"));
      client.close();
    }
    awaitConnections(0);
  }

  @Test
  void many_refused_connections_do_not_wear_the_listener_out() throws Exception {
    restart(2, 100, LONG, LONG);
    try (WireClient first = WireClient.greeted(listener.port());
        WireClient second = WireClient.greeted(listener.port())) {
      for (int i = 0; i < 300; i++) {
        try (WireClient refused = new WireClient(listener.port())) {
          assertTrue(refused.reply().startsWith("421"));
        }
      }
      assertTrue(first.say("NOOP").startsWith("250"));
      assertTrue(second.say("NOOP").startsWith("250"));
    }
    awaitConnections(0);
    WireClient.greeted(listener.port()).close();
  }

  @Test
  void a_silent_client_is_told_421() throws IOException {
    restart(10, 10, SHORT, LONG);
    try (WireClient silent = WireClient.greeted(listener.port())) {
      assertTrue(silent.reply().startsWith("421 4.4.2"));
      assertEquals("", silent.rest());
    }
  }

  @Test
  void a_client_silent_inside_a_message_is_told_421_and_nothing_is_kept() throws IOException {
    restart(10, 10, SHORT, LONG);
    try (WireClient silent = WireClient.inData(listener.port())) {
      silent.send("half a message");
      assertTrue(silent.reply().startsWith("421 4.4.2"));
    }
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_message_that_trickles_in_is_ended_by_the_time_for_the_whole() throws IOException {
    restart(10, 10, LONG, Duration.ofMillis(700));
    try (WireClient slow = WireClient.inData(listener.port())) {
      slow.socket.setSoTimeout(20);
      String answer = "";
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (answer.isEmpty() && System.nanoTime() < until) {
        slow.send("x");
        try {
          answer = slow.reply();
        } catch (SocketTimeoutException e) {
          answer = ""; // Not yet.
        }
      }
      assertTrue(answer.startsWith("421 4.4.2"), answer);
    }
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_command_that_trickles_in_is_cut() throws Exception {
    restart(10, 10, SHORT, LONG);
    try (WireClient slow = WireClient.greeted(listener.port())) {
      slow.socket.setSoTimeout(50);
      assertTrue(isCutWhileTrickling(slow));
    }
    awaitConnections(0);
  }

  private static boolean isCutWhileTrickling(WireClient slow) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean open = true;
    while (open && System.nanoTime() < until) {
      try {
        slow.send("N");
        open = slow.in.read() >= 0;
      } catch (SocketTimeoutException e) {
        open = true; // Nothing came in, which is as it should be.
      } catch (IOException e) {
        open = false;
      }
    }
    return !open;
  }

  @Test
  void a_client_that_never_reads_is_cut() throws Exception {
    restart(10, 10, SHORT, LONG);
    try (WireClient deaf = WireClient.greeted(listener.port())) {
      byte[] noops = "NOOP\r\n".repeat(10_000).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < 2_000; i++) {
              deaf.send(noops);
            }
          });
    }
    awaitConnections(0);
  }

  @Test
  void a_half_open_connection_is_noticed() throws Exception {
    try (WireClient half = WireClient.inData(listener.port())) {
      half.socket.shutdownOutput();
      awaitConnections(0);
    }
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void stopping_says_421_to_idle_connections() throws IOException {
    try (WireClient idle = WireClient.greeted(listener.port())) {
      listener.stop(Duration.ofSeconds(5));
      assertEquals("421 4.3.2 Service is stopping\r\n", idle.rest());
    }
    assertThrows(IOException.class, () -> new WireClient(listener.port()).close());
  }

  @Test
  void stopping_lets_an_open_transaction_end() throws Exception {
    try (WireClient busy = WireClient.inData(listener.port())) {
      Thread stopping = new Thread(() -> listener.stop(Duration.ofSeconds(20)));
      stopping.start();
      busy.send("Subject: last\r\n\r\nthe last one\r\n.\r\n");
      assertTrue(busy.reply().startsWith("250"));
      assertEquals("421 4.3.2 Service is stopping\r\n", busy.rest());
      stopping.join(TimeUnit.SECONDS.toMillis(10));
      assertEquals(Thread.State.TERMINATED, stopping.getState());
    }
    assertEquals(1, receiver.mails.size());
  }

  @Test
  void stopping_waits_for_a_message_that_is_being_stored() throws Exception {
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    receiver.trouble =
        envelope -> {
          storing.countDown();
          try {
            go.await(10, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    try (WireClient busy = WireClient.inData(listener.port())) {
      busy.send("x\r\n.\r\n");
      assertTrue(storing.await(10, TimeUnit.SECONDS));
      Thread stopping = new Thread(() -> listener.stop(Duration.ofSeconds(20)));
      stopping.start();
      go.countDown();
      assertTrue(busy.reply().startsWith("250"));
      stopping.join(TimeUnit.SECONDS.toMillis(10));
    }
    assertEquals(1, receiver.mails.size());
  }

  @Test
  void stopping_does_not_wait_for_ever() throws IOException {
    try (WireClient stuck = WireClient.inData(listener.port())) {
      stuck.socket.setSoTimeout(50);
      assertTimeoutPreemptively(
          Duration.ofSeconds(10), () -> listener.stop(Duration.ofMillis(300)));
      assertTrue(isCutWhileTrickling(stuck));
    }
  }

  @Test
  void stopping_does_not_wait_for_ever_for_storage() throws Exception {
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    receiver.trouble =
        envelope -> {
          storing.countDown();
          try {
            go.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    try (WireClient busy = WireClient.inData(listener.port())) {
      busy.send("x\r\n.\r\n");
      assertTrue(storing.await(10, TimeUnit.SECONDS));
      assertTimeoutPreemptively(
          Duration.ofSeconds(10), () -> listener.stop(Duration.ofMillis(300)));
      go.countDown();
    }
    awaitConnections(0);
  }

  @Test
  void a_taken_port_stops_the_start() throws IOException {
    SmtpSettings same = SmtpSettings.plain("127.0.0.1", listener.port(), "mx.agents.example");
    IOException told =
        assertThrows(
            IOException.class, () -> SmtpListener.start(same, receiver, Clock.systemUTC()));
    assertTrue(String.valueOf(told.getMessage()).contains(String.valueOf(listener.port())));
  }
}
