package dev.agentmailbox.server.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A relay that takes everything and counts what it took by Message-ID. */
final class SmtpSink implements AutoCloseable {
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool(SmtpSink::daemon);
  private final AtomicInteger cutOff = new AtomicInteger();
  private final Map<String, Integer> taken = new ConcurrentHashMap<>();
  private final Map<String, String> returnPaths = new ConcurrentHashMap<>();

  SmtpSink() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::listen);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "smtp-sink");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** How often each Message-ID was taken. */
  Map<String, Integer> taken() {
    return Map.copyOf(taken);
  }

  /** The envelope sender by Message-ID. */
  Map<String, String> returnPaths() {
    return Map.copyOf(returnPaths);
  }

  private void listen() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      OutputStream out = socket.getOutputStream();
      say(out, "220 sink");
      String sender = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String verb = line.length() < 4 ? line : line.substring(0, 4).toUpperCase(Locale.ROOT);
        switch (verb) {
          case "MAIL" -> {
            sender = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
            say(out, "250 ok");
          }
          case "DATA" -> {
            say(out, "354 go on");
            String id = readMessage(in);
            returnPaths.put(id, sender);
            taken.merge(id, 1, Integer::sum);
            say(out, "250 taken");
          }
          case "QUIT" -> {
            say(out, "221 bye");
            return;
          }
          default -> say(out, "250 ok");
        }
      }
    } catch (IOException e) {
      // The server was killed in the middle; what was not taken is not counted.
      cutOff.incrementAndGet();
    }
  }

  private static String readMessage(BufferedReader in) throws IOException {
    String id = "";
    String line = in.readLine();
    while (line != null && !line.equals(".")) {
      if (id.isEmpty() && line.toLowerCase(Locale.ROOT).startsWith("message-id:")) {
        id = line.substring("message-id:".length()).strip();
      }
      line = in.readLine();
    }
    if (line == null) {
      throw new IOException("cut off");
    }
    return id;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }
}
