package dev.agentmailbox.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends mail at a fixed rate over several SMTP sessions. The sender of message n is {@code s<n>@…},
 * which identifies its event. Thread safe.
 */
final class PacedMail {
  private static final int SESSIONS = 4;

  private final int port;
  private final AtomicLongArray acceptedAt;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Creates the sender.
   *
   * @param messages maximum number of messages
   */
  PacedMail(int port, int messages) {
    this.port = port;
    this.acceptedAt = new AtomicLongArray(messages);
  }

  /** When message n was accepted with 250, as {@link System#nanoTime}; 0 before. */
  long acceptedAt(int n) {
    return acceptedAt.get(n);
  }

  /** The number of the next message. */
  int sent() {
    return next.get();
  }

  /**
   * Sends messages; returns when the last one is accepted.
   *
   * @param perSecond 0 for unlimited
   * @param to the recipient of message n
   */
  void send(int count, int perSecond, IntFunction<String> to) throws InterruptedException {
    int end = next.get() + count;
    int first = next.get();
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Thread thread = new Thread(() -> session(first, end, start, perSecond, to), "mail");
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    next.set(end);
  }

  private void session(int first, int end, long start, int perSecond, IntFunction<String> to) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket.setTcpNoDelay(true);
      expect(in, "220");
      say(socket, in, "HELO bench.example\r\n", "250");
      for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
        if (perSecond > 0) {
          long due = start + (n - first) * 1_000_000_000L / perSecond;
          LockSupport.parkNanos(due - System.nanoTime());
        }
        String from = "s" + n + "@bench.example";
        String inbox = to.apply(n);
        say(socket, in, "MAIL FROM:<" + from + ">\r\n", "250");
        say(socket, in, "RCPT TO:<" + inbox + ">\r\n", "250");
        say(socket, in, "DATA\r\n", "354");
        say(socket, in, message(n, from, inbox), "250");
        acceptedAt.set(n, System.nanoTime());
      }
    } catch (IOException e) {
      throw new IllegalStateException("an SMTP session ended", e);
    }
  }

  private static String message(int n, String from, String to) {
    return "From: %s\r\nTo: %s\r\nSubject: number %d\r\nMessage-ID: <%d@bench.example>\r\n\r\n%s\r\n.\r\n"
        .formatted(from, to, n, n, "A line of text.");
  }

  private static void say(Socket socket, BufferedReader in, String text, String code)
      throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    expect(in, code);
  }

  private static void expect(BufferedReader in, String code) throws IOException {
    String line = in.readLine();
    if (line == null || !line.startsWith(code)) {
      throw new IOException("unexpected reply: " + line);
    }
  }
}
