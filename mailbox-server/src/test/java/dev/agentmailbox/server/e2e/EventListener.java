package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client that hears events over a WebSocket of any of several servers. When the connection ends
 * or is silent it goes to another one, and asks for what it missed with the cursor it was told
 * last.
 */
final class EventListener {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);
  private static final int SILENCE_SECONDS = 3;

  /** So that there is much to reconnect for. */
  private static final Duration LIFE = Duration.ofSeconds(7);

  private static final String EVERYTHING = "{\"type\":\"subscribe\",\"include_non_wake\":true}";

  final Set<String> heard = ConcurrentHashMap.newKeySet();
  final AtomicInteger overTheSocket = new AtomicInteger();
  final AtomicInteger connections = new AtomicInteger();

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();
  private final List<ServerProcess> servers;
  private final Thread thread = new Thread(this::listen, "event-ear");
  private volatile boolean running = true;
  private String cursor = "";

  EventListener(List<ServerProcess> servers) {
    this.servers = servers;
  }

  void start() {
    thread.start();
  }

  /** Hears what is still to come, then ends. */
  void stop() throws InterruptedException, IOException {
    running = false;
    thread.join();
    catchUp(servers.get(servers.size() - 1));
  }

  private void listen() {
    while (running) {
      ServerProcess server = servers.get(ThreadLocalRandom.current().nextInt(servers.size()));
      Messages messages = new Messages();
      try {
        WebSocket socket = connect(server, messages);
        try {
          socket.sendText(EVERYTHING, true).get(CONNECT_LIMIT.toSeconds(), TimeUnit.SECONDS);
          follow(server, messages);
        } finally {
          socket.abort();
        }
      } catch (Exception away) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      }
    }
  }

  private WebSocket connect(ServerProcess server, Messages messages) {
    try {
      return client
          .newWebSocketBuilder()
          .header("Authorization", "Bearer " + ServerProcess.API_KEY)
          .connectTimeout(CONNECT_LIMIT)
          .buildAsync(URI.create(server.baseUrl().replace("http:", "ws:") + "/v0/ws"), messages)
          .orTimeout(CONNECT_LIMIT.toSeconds(), TimeUnit.SECONDS)
          .join();
    } catch (CompletionException refused) {
      throw new IllegalStateException(refused);
    }
  }

  /** From the subscription on nothing is missed; what lies before it is asked for. */
  private void follow(ServerProcess server, Messages messages) throws Exception {
    JsonNode message = messages.next();
    while (message != null && !message.path("type").asString("").equals("subscribed")) {
      message = messages.next();
    }
    if (message == null) {
      return;
    }
    connections.incrementAndGet();
    catchUp(server);
    message = messages.next();
    long end = System.nanoTime() + LIFE.toNanos();
    while (running && message != null && System.nanoTime() < end) {
      if (message.path("type").asString("").equals("event")) {
        heard.add(message.path("event").path("event_id").asString(""));
        cursor = message.path("cursor").asString("");
        overTheSocket.incrementAndGet();
      }
      message = messages.next();
    }
  }

  private void catchUp(ServerProcess server) throws IOException {
    Api api = server.api().within(CONNECT_LIMIT);
    boolean more = true;
    while (more) {
      Api.Answer page =
          api.get("/events?limit=200" + (cursor.isEmpty() ? "" : "&after=" + cursor)).expect(200);
      page.body().path("events").forEach(e -> heard.add(e.path("event_id").asString("")));
      cursor = page.text("cursor");
      more = page.body().path("has_more").asBoolean(false);
    }
  }

  /** What one connection brings, in order. */
  private static final class Messages implements WebSocket.Listener {
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        messages.add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      messages.add("");
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      messages.add("");
    }

    /** Null when the connection ended, or nothing came for so long that it may be dead. */
    @Nullable JsonNode next() throws InterruptedException {
      String message = messages.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
      return message == null || message.isEmpty() ? null : JSON.readTree(message);
    }
  }
}
