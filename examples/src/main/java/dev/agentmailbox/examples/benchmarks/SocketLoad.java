package dev.agentmailbox.examples.benchmarks;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Latency from 250 to event on fifty WebSockets subscribed to all mail. */
public final class SocketLoad {
  private static final int KEYS = 5;
  private static final int SOCKETS_A_KEY = 10;
  private static final int PER_SECOND = Integer.getInteger("rate", 200);
  private static final int SECONDS = Integer.getInteger("seconds", 20);
  private static final int WARM_SECONDS = Integer.getInteger("warm", 10);
  private static final int INBOXES = 100;
  private static final int QUIET_SECONDS = 10;

  private SocketLoad() {}

  /**
   * Runs against a running server.
   *
   * @param args base URL, key, SMTP port, log of the server
   */
  public static void main(String[] args) throws Exception {
    BenchServer server = new BenchServer(args[0], args[1], Path.of(args[3]));
    for (int i = 0; i < INBOXES; i++) {
      server.createInbox("bench-" + i);
    }
    Arrivals arrivals = new Arrivals();
    List<WebSocket> sockets = new ArrayList<>();
    CountDownLatch subscribed = new CountDownLatch(KEYS * SOCKETS_A_KEY);
    HttpClient client = HttpClient.newHttpClient();
    for (int k = 0; k < KEYS; k++) {
      String key = server.createKey("bench-" + k);
      for (int i = 0; i < SOCKETS_A_KEY; i++) {
        WebSocket socket =
            client
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(
                    URI.create(server.base().replace("http:", "ws:") + "/v0/ws"),
                    new Listener(arrivals, subscribed))
                .join();
        sockets.add(socket.sendText("{\"type\":\"subscribe\"}", true).join());
      }
    }
    if (!subscribed.await(QUIET_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("some subscriptions failed");
    }
    PacedMail mail =
        new PacedMail(Integer.parseInt(args[2]), PER_SECOND * (SECONDS + WARM_SECONDS) + 1_000);
    mail.send(
        PER_SECOND * WARM_SECONDS, PER_SECOND, n -> "bench-" + n % INBOXES + "@agents.localhost");
    int first = mail.sent();
    mail.send(PER_SECOND * SECONDS, PER_SECOND, n -> "bench-" + n % INBOXES + "@agents.localhost");
    boolean whole = arrivals.await((long) mail.sent() * sockets.size(), QUIET_SECONDS);
    System.out.printf(
        "%d WebSockets, %d events/s, 250 to message: %s%s%n",
        sockets.size(),
        PER_SECOND,
        arrivals.latencies(mail, first),
        whole ? "" : " (some are missing)");
    sockets.forEach(WebSocket::abort);
  }

  private static final class Listener implements WebSocket.Listener {
    private final Arrivals arrivals;
    private final CountDownLatch subscribed;
    private final StringBuilder text = new StringBuilder();

    Listener(Arrivals arrivals, CountDownLatch subscribed) {
      this.arrivals = arrivals;
      this.subscribed = subscribed;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        if (text.indexOf("\"subscribed\"") > 0) {
          subscribed.countDown();
        } else {
          arrivals.note(text);
        }
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
