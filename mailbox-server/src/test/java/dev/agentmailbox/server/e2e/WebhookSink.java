package dev.agentmailbox.server.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of webhooks that takes everything and remembers it by endpoint and event. */
final class WebhookSink implements AutoCloseable {
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Bodies in the order they came, by event id, by path. */
  private final Map<String, Map<String, List<String>>> taken = new ConcurrentHashMap<>();

  private volatile Runnable before = () -> {};

  WebhookSink() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::take);
    http.setExecutor(threads);
    http.start();
  }

  String url(String path) {
    return "http://127.0.0.1:" + http.getAddress().getPort() + path;
  }

  /** What is done with each request from now on after it was noted and before it is answered. */
  void beforeAnswer(Runnable action) {
    before = action;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String id = String.valueOf(exchange.getRequestHeaders().getFirst("webhook-id"));
    Map<String, List<String>> endpoint =
        taken.computeIfAbsent(
            exchange.getRequestURI().getPath(), path -> new ConcurrentHashMap<>());
    List<String> bodies = endpoint.computeIfAbsent(id, event -> new ArrayList<>());
    synchronized (bodies) {
      bodies.add(body);
    }
    before.run();
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /** Ids of the events an endpoint was told of. */
  Set<String> ids(String path) {
    return Set.copyOf(taken.getOrDefault(path, Map.of()).keySet());
  }

  /** Every body of an event at an endpoint. */
  List<String> bodies(String path, String id) {
    List<String> bodies = taken.getOrDefault(path, Map.of()).getOrDefault(id, List.of());
    synchronized (bodies) {
      return List.copyOf(bodies);
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdown();
  }
}
