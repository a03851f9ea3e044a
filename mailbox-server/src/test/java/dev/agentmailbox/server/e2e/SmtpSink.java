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
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A relay that takes everything and counts what it took by Message-ID. At a chosen place of the
 * dialogue it does once what a test says.
 */
final class SmtpSink implements AutoCloseable {
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool(SmtpSink::daemon);
  private final AtomicInteger cutOff = new AtomicInteger();
  private final Map<String, Integer> taken = new ConcurrentHashMap<>();
  private final Map<String, String> returnPaths = new ConcurrentHashMap<>();
  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  private final Set<String> recipients = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable Trap> trap = new AtomicReference<>();

  /** A place of the dialogue. */
  enum Place {
    BEFORE_MAIL,
    /** The client has named everybody and has not begun the message. */
    BEFORE_354,
    /** The message is here, and counted. */
    BEFORE_250,
    AFTER_250
  }

  private record Trap(Place place, Runnable action) {}

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

  /** Everybody a message was taken for. */
  Set<String> recipients() {
    return Set.copyOf(recipients);
  }

  /** The newest message with that Message-ID as it was composed. */
  byte[] content(String messageId) {
    return contents.getOrDefault(messageId, new byte[0]);
  }

  /** Does something when a client comes to that place; once. */
  void at(Place place, Runnable action) {
    trap.set(new Trap(place, action));
  }

  private void reached(Place place) {
    Trap set = trap.get();
    if (set != null && set.place == place && trap.compareAndSet(set, null)) {
      set.action.run();
    }
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
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      OutputStream out = socket.getOutputStream();
      say(out, "220 sink");
      String sender = "";
      Set<String> named = new HashSet<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String verb = line.length() < 4 ? line : line.substring(0, 4).toUpperCase(Locale.ROOT);
        switch (verb) {
          case "MAIL" -> {
            reached(Place.BEFORE_MAIL);
            sender = address(line);
            named.clear();
            say(out, "250 ok");
          }
          case "RCPT" -> {
            named.add(address(line));
            say(out, "250 ok");
          }
          case "DATA" -> {
            reached(Place.BEFORE_354);
            say(out, "354 go on");
            String id = readMessage(in);
            returnPaths.put(id, sender);
            recipients.addAll(named);
            taken.merge(id, 1, Integer::sum);
            reached(Place.BEFORE_250);
            say(out, "250 taken");
            reached(Place.AFTER_250);
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

  private static String address(String line) {
    return line.substring(line.indexOf('<') + 1, line.indexOf('>'));
  }

  private String readMessage(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    String id = "";
    String line = in.readLine();
    while (line != null && !line.equals(".")) {
      if (id.isEmpty() && line.toLowerCase(Locale.ROOT).startsWith("message-id:")) {
        id = line.substring("message-id:".length()).strip();
      }
      text.append(line.startsWith(".") ? line.substring(1) : line).append("\r\n");
      line = in.readLine();
    }
    if (line == null) {
      throw new IOException("cut off");
    }
    contents.put(id, text.toString().getBytes(StandardCharsets.ISO_8859_1));
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
