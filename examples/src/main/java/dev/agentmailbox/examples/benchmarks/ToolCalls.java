package dev.agentmailbox.examples.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Throughput of MCP tool calls compared to the same operation over REST. Rounds alternate, so that
 * both see the same machine load; the client repeats prebuilt requests on open connections, so its
 * cost is negligible.
 *
 * <p>Arguments: URL of the server, key, an inbox with twenty messages, seconds per round.
 */
public final class ToolCalls {
  private static final int CONNECTIONS = 16;
  private static final int TURNS = 5;
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final URI base;
  private final String key;
  private final long turnNanos;

  private ToolCalls(URI base, String key, long turnNanos) {
    this.base = base;
    this.key = key;
    this.turnNanos = turnNanos;
  }

  /** Prints a table. */
  public static void main(String[] arguments) throws InterruptedException {
    String inbox = arguments[2];
    long seconds = Long.parseLong(arguments[3]);
    ToolCalls calls =
        new ToolCalls(URI.create(arguments[0]), arguments[1], TimeUnit.SECONDS.toNanos(seconds));
    calls.compare(
        "one inbox",
        "/v0/inboxes/" + inbox,
        "{\"name\":\"get_inbox\",\"arguments\":{\"inbox_id\":\"" + inbox + "\"}}");
    calls.compare(
        "a list of 20 messages",
        "/v0/inboxes/" + inbox + "/messages?limit=20",
        "{\"name\":\"list_messages\",\"arguments\":{\"inbox_id\":\"" + inbox + "\",\"limit\":20}}");
  }

  private void compare(String what, String path, String call) throws InterruptedException {
    byte[] rest = request("GET " + path, "");
    byte[] tool =
        request(
            "POST /mcp",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + call + "}");
    requireValid(rest);
    requireValid(tool);
    double unused = perSecond(rest) + perSecond(tool);
    List<Double> rests = new ArrayList<>();
    List<Double> tools = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      rests.add(perSecond(rest));
      tools.add(perSecond(tool));
      ratios.add(tools.get(turn) / rests.get(turn));
    }
    System.out.printf(
        Locale.ROOT,
        "| tools/call of %s, requests/s | %.0f | over REST %.0f | %.2f (%.2f to %.2f), aim 0.8 |%n",
        what,
        median(tools),
        median(rests),
        median(ratios),
        Collections.min(ratios),
        Collections.max(ratios));
  }

  private byte[] request(String start, String body) {
    String head =
        start
            + " HTTP/1.1\r\nHost: "
            + base.getAuthority()
            + "\r\nAuthorization: Bearer "
            + key
            + "\r\n";
    if (!body.isEmpty()) {
      head += "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
    }
    return (head + "\r\n" + body).getBytes(StandardCharsets.US_ASCII);
  }

  /** A failing tool returns 200 too, and faster. */
  private void requireValid(byte[] request) {
    Caller caller = new Caller(request, System.nanoTime());
    String answer = caller.askOnce();
    if (answer.contains("\"isError\":true") || answer.contains("\"error\":")) {
      throw new IllegalStateException("the measured operation fails");
    }
  }

  private double perSecond(byte[] request) throws InterruptedException {
    long end = System.nanoTime() + turnNanos;
    Deque<Caller> callers = new ArrayDeque<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Caller caller = new Caller(request, end);
      callers.add(caller);
      caller.start();
    }
    long answered = 0;
    for (Caller caller : callers) {
      caller.join();
      answered += caller.answered();
    }
    return answered / ((double) turnNanos / TimeUnit.SECONDS.toNanos(1));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** One connection. */
  private final class Caller extends Thread {
    private final byte[] request;
    private final long end;
    private long answered;
    private @Nullable IOException failure;

    Caller(byte[] request, long end) {
      super("caller");
      this.request = request;
      this.end = end;
    }

    /** The number of responses; throws after any failure. */
    long answered() {
      if (failure != null) {
        throw new UncheckedIOException(failure);
      }
      return answered;
    }

    String askOnce() {
      try (Socket socket = open()) {
        socket.getOutputStream().write(request);
        byte[] body = readAnswer(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
        return new String(body, StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Socket open() throws IOException {
      Socket socket = new Socket(base.getHost(), base.getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      return socket;
    }

    @Override
    public void run() {
      try (Socket socket = open()) {
        InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        while (System.nanoTime() < end) {
          socket.getOutputStream().write(request);
          var unused = readAnswer(in);
          answered++;
        }
      } catch (IOException e) {
        failure = e;
      }
    }

    private static byte[] readAnswer(InputStream in) throws IOException {
      String status = line(in);
      if (!status.startsWith("HTTP/1.1 200 ")) {
        throw new IOException(status);
      }
      int length = 0;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        if (line.regionMatches(true, 0, "content-length:", 0, "content-length:".length())) {
          length = Integer.parseInt(line.substring("content-length:".length()).strip());
        }
      }
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new IOException("a response was truncated");
      }
      return body;
    }

    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
        if (c != '\r') {
          line.append((char) c);
        }
      }
      return line.toString();
    }
  }
}
