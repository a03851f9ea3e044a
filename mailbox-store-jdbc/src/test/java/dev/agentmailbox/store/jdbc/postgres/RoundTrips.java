package dev.agentmailbox.store.jdbc.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjIntConsumer;

/**
 * A proxy before PostgreSQL that counts round trips: how often a client speaks after the database
 * has spoken. Thread safe.
 */
final class RoundTrips implements AutoCloseable {
  /** Longer than a pool waits before it first looks at its connections. */
  private static final int SILENCE_MILLIS = 200;

  private static final int SHOWN = 100;

  private final ServerSocket socket;
  private final String host;
  private final int port;
  private final List<String> trips = new ArrayList<>();
  private long lastTrip;

  /** A proxy before the database of a URL. */
  RoundTrips(PostgresUrl database) throws IOException {
    String address = database.place().substring(0, database.place().indexOf('/'));
    int colon = address.lastIndexOf(':');
    this.host = address.substring(0, colon);
    this.port = Integer.parseInt(address.substring(colon + 1));
    this.socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** The URL of the same database, through this proxy. */
  PostgresUrl through(PostgresUrl database) {
    String address = "127.0.0.1:" + socket.getLocalPort();
    return new PostgresUrl(
        database.jdbcUrl().replace(host + ":" + port, address),
        database.place().replace(host + ":" + port, address),
        database.user(),
        database.password());
  }

  /** What the client said first in each round trip since the last call. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(trips);
    trips.clear();
    return taken;
  }

  /** Waits until nothing was said for a while, as by a pool that opens a connection in advance. */
  synchronized void awaitSilence() throws InterruptedException {
    lastTrip = System.nanoTime();
    long left = SILENCE_MILLIS;
    while (left > 0) {
      wait(left);
      left = SILENCE_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastTrip);
    }
    trips.clear();
  }

  private synchronized void add(byte[] buffer, int length) {
    String text = new String(buffer, 0, length, StandardCharsets.US_ASCII);
    lastTrip = System.nanoTime();
    String shown = text.replaceAll("[^ -~]+", " ");
    trips.add(shown.substring(0, Math.min(shown.length(), SHOWN)));
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Socket database = new Socket(host, port);
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        AtomicBoolean answered = new AtomicBoolean(true);
        start(
            () ->
                copy(
                    client,
                    database,
                    (buffer, length) -> {
                      if (answered.getAndSet(false)) {
                        add(buffer, length);
                      }
                    }));
        start(() -> copy(database, client, (buffer, length) -> answered.set(true)));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "round-trips");
    thread.setDaemon(true);
    thread.start();
  }

  /** Copies until one of them closes; notes before each part. */
  private static void copy(Socket from, Socket to, ObjIntConsumer<byte[]> note) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[64 * 1024];
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        note.accept(buffer, read);
        out.write(buffer, 0, read);
      }
    } catch (IOException closed) {
      // The other direction ends too.
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
