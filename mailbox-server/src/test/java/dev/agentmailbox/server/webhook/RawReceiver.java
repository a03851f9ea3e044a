package dev.agentmailbox.server.webhook;

import dev.agentmailbox.server.net.Listener;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A receiver on a raw socket that behaves as badly as its path says. */
final class RawReceiver implements AutoCloseable {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final int CHUNK = 64 * 1024;

  final List<String> requests = new CopyOnWriteArrayList<>();

  /** Whole answers by path. */
  final Map<String, String> answers = new ConcurrentHashMap<>();

  final AtomicInteger connections = new AtomicInteger();
  final AtomicLong flooded = new AtomicLong();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Listener listener;

  RawReceiver() throws IOException {
    listener = new Listener(InetAddress.getLoopbackAddress(), 0, this::serve);
  }

  int port() {
    return listener.port();
  }

  String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  private void serve(Socket connection) {
    connections.incrementAndGet();
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      String request = read(in);
      while (!request.isEmpty()) {
        requests.add(request);
        answer(request.split(" ")[1], connection.getOutputStream());
        request = read(in);
      }
    } catch (IOException | InterruptedException gone) {
      Thread.currentThread().interrupt();
    }
  }

  private static String read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return "";
      }
      head.append((char) b);
    }
    String lower = head.toString().toLowerCase(java.util.Locale.ROOT);
    int at = lower.indexOf("content-length: ");
    int length = at < 0 ? 0 : Integer.parseInt(lower.substring(at + 16, lower.indexOf('\r', at)));
    return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private void answer(String path, OutputStream out) throws IOException, InterruptedException {
    String prepared = answers.get(path);
    if (prepared != null) {
      write(out, prepared);
      return;
    }
    switch (path) {
      case "/ok" -> write(out, OK + "Content-Length: 2\r\n\r\nok");
      case "/redirect" ->
          write(
              out,
              "HTTP/1.1 302 Found\r\nLocation: " + url("/ok") + "\r\nContent-Length: 0\r\n\r\n");
      case "/gone" -> write(out, "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
      case "/busy" ->
          write(
              out,
              "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n");
      case "/unavailable" ->
          write(out, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
      case "/drip-headers" -> drip(out, "HTTP/1.1 200 OK\r\nX-Drip: ");
      case "/drip-body" -> drip(out, OK + "Content-Length: 100000\r\n\r\n");
      case "/flood" -> flood(out, OK + "Transfer-Encoding: chunked\r\n\r\n", "10000\r\n");
      case "/flood-headers" -> flood(out, OK, "X-A: ");
      case "/continue" -> repeat(out, "HTTP/1.1 103 Early Hints\r\n\r\n");
      case "/garbage" -> write(out, "\u0000\u0001 nonsense\r\n\r\n\r\n");
      default -> end.await();
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private void drip(OutputStream out, String start) throws IOException, InterruptedException {
    write(out, start);
    while (!end.await(100, java.util.concurrent.TimeUnit.MILLISECONDS)) {
      write(out, "x");
    }
  }

  private void repeat(OutputStream out, String text) throws IOException, InterruptedException {
    while (!end.await(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
      write(out, text);
    }
  }

  private void flood(OutputStream out, String start, String each) throws IOException {
    write(out, start);
    byte[] chunk = (each + "x".repeat(CHUNK) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    while (true) {
      out.write(chunk);
      flooded.addAndGet(chunk.length);
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    listener.close();
  }
}
