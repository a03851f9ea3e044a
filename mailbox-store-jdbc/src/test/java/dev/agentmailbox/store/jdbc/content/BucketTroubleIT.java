package dev.agentmailbox.store.jdbc.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agentmailbox.message.RawMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that answers what no good one would. */
class BucketTroubleIT {
  private static final Duration ATTEMPT = Duration.ofMillis(700);
  private static final Duration WHOLE = Duration.ofMillis(1_500);
  private static final String NO_SUCH_KEY = "<Error><Code>NoSuchKey</Code></Error>";
  private static final String NO_SUCH_BUCKET = "<Error><Code>NoSuchBucket</Code></Error>";

  /** Much more than is read, if it is read. */
  private static final long ENDLESS_BYTES = 512L * 1024 * 1024;

  private final Queue<Reply> replies = new ArrayDeque<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private BucketClient client;
  private BucketContent content;

  /** One answer; the last one is repeated. */
  private interface Reply {
    void send(HttpExchange exchange) throws IOException;
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    BucketAddress address =
        BucketAddress.parse(
            "http://127.0.0.1:" + server.getAddress().getPort() + "/mail/box", "key", "secret");
    client = new BucketClient(address, Clock.systemUTC(), ATTEMPT, WHOLE);
    content = new BucketContent(address, client, Clock.systemUTC(), Duration.ZERO);
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private synchronized Reply next() {
    Reply reply = replies.size() > 1 ? replies.remove() : replies.peek();
    return reply == null ? exchange -> exchange.sendResponseHeaders(500, -1) : reply;
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try (exchange;
        InputStream in = exchange.getRequestBody()) {
      in.readAllBytes();
      next().send(exchange);
    }
  }

  private static Reply of(int status, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(UTF_8);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
      if (!head) {
        exchange.getResponseBody().write(bytes);
      }
    };
  }

  private static BucketClient.Body body(String text) {
    return new BucketClient.Body() {
      @Override
      public long size() {
        return text.length();
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
      }
    };
  }

  private static String list(String... names) {
    StringBuilder xml = new StringBuilder("<ListBucketResult>");
    for (String name : names) {
      xml.append("<Contents><Key>").append(name).append("</Key></Contents>");
    }
    return xml.append("</ListBucketResult>").toString();
  }

  @Test
  void a_message_counts_as_missing_only_when_the_service_says_so() throws IOException {
    replies.add(of(404, NO_SUCH_KEY));
    assertEquals(OptionalLong.empty(), client.size("mail/a"));
    client.delete("mail/a");
  }

  @ParameterizedTest
  @ValueSource(strings = {NO_SUCH_BUCKET, "", "<html><p>no backend", "<Code>NoSuchKey"})
  void a_bucket_that_is_gone_is_a_failure_and_no_missing_message(String words) {
    replies.add(of(404, words));
    assertThrows(IOException.class, () -> client.size("mail/a"));
    assertThrows(IOException.class, () -> content.find("00000000000aaa"));
    assertThrows(IOException.class, () -> client.delete("mail/a"));
  }

  @Test
  void a_message_whose_length_is_not_told_is_no_empty_one() {
    replies.add(exchange -> exchange.sendResponseHeaders(200, -1));
    assertThrows(IOException.class, () -> content.find("00000000000aaa"));
  }

  @Test
  void fewer_bytes_or_others_than_were_asked_for_are_a_failure() throws IOException {
    replies.add(of(206, "abc"));
    assertThrows(IOException.class, () -> client.get("mail/a", 0, 4));
    assertThrows(IOException.class, () -> client.get("mail/a", 0, 2));
    assertArrayEquals("abc".getBytes(UTF_8), client.get("mail/a", 7, 3));
    replies.clear();
    // The whole object, from its beginning, whatever was asked for.
    replies.add(of(200, "abc"));
    assertArrayEquals("abc".getBytes(UTF_8), client.get("mail/a", 0, 3));
    assertThrows(IOException.class, () -> client.get("mail/a", 3, 3));
  }

  @ParameterizedTest
  @ValueSource(ints = {206, 403})
  void an_answer_without_end_is_not_read_to_its_end(int status) {
    AtomicLong sent = new AtomicLong();
    replies.add(
        exchange -> {
          exchange.sendResponseHeaders(status, 0);
          byte[] some = new byte[64 * 1024];
          try (OutputStream out = exchange.getResponseBody()) {
            while (sent.get() < ENDLESS_BYTES) {
              out.write(some);
              sent.addAndGet(some.length);
            }
          }
        });
    assertThrows(IOException.class, () -> client.get("mail/a", 0, 10));
    assertTrue(sent.get() < ENDLESS_BYTES / 8, sent + " bytes");
  }

  @Test
  void a_service_that_stands_still_takes_no_longer_than_was_promised() {
    List<Reply> standing = new ArrayList<>();
    standing.add(
        exchange -> {
          exchange.sendResponseHeaders(206, 4);
          exchange.getResponseBody().write('a');
          exchange.getResponseBody().flush();
          pause();
        });
    standing.add(exchange -> pause());
    for (Reply reply : standing) {
      replies.clear();
      replies.add(reply);
      requests.set(0);
      long begin = System.nanoTime();
      assertThrows(IOException.class, () -> client.get("mail/a", 0, 4));
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.compareTo(WHOLE) < 0, "took " + took);
      assertTrue(requests.get() <= 2, requests + " requests");
    }
  }

  private void pause() {
    try {
      assertTrue(over.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void what_fails_for_now_is_tried_again_and_what_is_refused_is_not() throws IOException {
    replies.add(of(503, "<Error><Code>SlowDown</Code></Error>"));
    replies.add(of(200, ""));
    client.put("mail/a", body("text"));
    assertEquals(2, requests.get());
    for (int status : new int[] {307, 400, 403}) {
      requests.set(0);
      replies.clear();
      replies.add(of(status, ""));
      IOException refused = assertThrows(IOException.class, () -> client.put("a", body("text")));
      assertTrue(String.valueOf(refused.getMessage()).endsWith("answered " + status));
      assertEquals(1, requests.get());
    }
  }

  @Test
  void a_list_that_does_not_go_on_ends_with_a_failure() {
    replies.add(of(200, list("box/mail/00000000000aaa", "box/mail/00000000000bbb")));
    List<String> keys = new ArrayList<>();
    assertThrows(IOException.class, () -> content.list(keys::add));
    assertEquals(List.of("00000000000aaa", "00000000000bbb"), keys);
  }

  @Test
  void a_list_of_other_names_than_were_asked_for_is_a_failure() {
    replies.add(of(200, list("a")));
    assertThrows(IOException.class, () -> client.list("mail/", ""));
  }

  @Test
  void objects_of_others_are_not_listed() throws IOException {
    replies.add(of(200, list("box/mail/00000000000aaa", "box/mail/Read me", "box/mail/zzz/y")));
    replies.add(of(200, list()));
    List<String> keys = new ArrayList<>();
    content.list(keys::add);
    assertEquals(List.of("00000000000aaa"), keys);
  }

  @Test
  void a_short_message_is_read_whole() throws IOException {
    replies.add(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Length", "3");
          exchange.sendResponseHeaders(200, -1);
        });
    replies.add(of(206, "abc"));
    RawMessage found = content.find("00000000000aaa").orElseThrow();
    try (InputStream in = found.open()) {
      assertEquals("abc", new String(in.readAllBytes(), UTF_8));
    }
  }
}
