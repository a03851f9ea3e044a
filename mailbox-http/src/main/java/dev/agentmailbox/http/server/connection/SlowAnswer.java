package dev.agentmailbox.http.server.connection;

import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSinkChannel;

/**
 * Sends a long body to a possibly slow client without blocking a thread on it: a pool thread reads
 * the next chunk and writes what the socket accepts; the rest waits until the I/O thread reports
 * the socket writable. A client that reads less than {@link #LEAST_BYTES} in a window is
 * disconnected; only time spent waiting for the client counts, not reading the source. The source
 * is closed when the exchange ends, however it ends.
 *
 * <p>Thread safe: turns are mutually exclusive.
 */
public final class SlowAnswer {
  /** Bodies up to this many bytes are handed to Undertow as a whole. */
  public static final int DIRECT_BYTES = 64 * 1024;

  /** Bytes a client has to read per {@link HttpLimits#answerWindow}. */
  static final long LEAST_BYTES = 256 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(SlowAnswer.class);

  private final HttpServerExchange exchange;
  private final InputStream source;
  private final Executor threads;
  private final Pace pace;
  private final byte[] piece = new byte[DIRECT_BYTES];
  private ByteBuffer waiting = ByteBuffer.allocate(0);
  private volatile long sent;
  private volatile boolean ended;

  /** Time spent waiting for the client, without the present wait, in nanoseconds. */
  private volatile long waitedNanos;

  private volatile long waitingSinceNanos;
  private volatile boolean peerIsWaitedFor;
  private volatile XnioExecutor.Key window;
  private @Nullable StreamSinkChannel sink;

  private SlowAnswer(
      HttpServerExchange exchange, InputStream source, Executor threads, Duration window) {
    this.pace = new Pace(LEAST_BYTES, window);
    this.exchange = exchange;
    this.source = source;
    this.threads = threads;
    this.window = () -> true;
  }

  /**
   * Sends the body and ends the exchange. Status and headers are set; call on the request's thread.
   * The source is closed also when this throws.
   *
   * @param threads read the source; they may block on storage, never on the client
   */
  public static void send(
      HttpServerExchange exchange, InputStream source, Executor threads, HttpLimits limits) {
    SlowAnswer answer = new SlowAnswer(exchange, source, threads, limits.answerWindow());
    try {
      exchange.addExchangeCompleteListener((done, next) -> answer.completed(next));
      answer.watch();
      exchange.dispatch(threads, answer::turn);
    } catch (RuntimeException notBegun) {
      IoUtils.safeClose(source);
      throw notBegun;
    }
  }

  private void watch() {
    long nanos = pace.restNanos(waited());
    window = exchange.getIoThread().executeAfter(this::look, nanos, TimeUnit.NANOSECONDS);
  }

  private void look() {
    if (ended) {
      return;
    }
    if (pace.isTooSlow(sent, waited())) {
      IoUtils.safeClose(exchange.getConnection());
    } else {
      watch();
    }
  }

  private long waited() {
    return peerIsWaitedFor ? waitedNanos + System.nanoTime() - waitingSinceNanos : waitedNanos;
  }

  private void waitForPeer() {
    waitingSinceNanos = System.nanoTime();
    peerIsWaitedFor = true;
  }

  /** On the I/O thread, as {@link #look}. */
  private void peerHasRoom() {
    waitedNanos = waited();
    peerIsWaitedFor = false;
  }

  private synchronized void turn() {
    if (ended) {
      return;
    }
    try {
      StreamSinkChannel channel = channel();
      while (waiting.hasRemaining() || readOn()) {
        int taken = channel.write(waiting);
        if (taken == 0) {
          waitForPeer();
          channel.resumeWrites();
          return;
        }
        sent += taken;
      }
      exchange.endExchange();
    } catch (IOException | RuntimeException cut) {
      // The status has been sent: only closing the connection signals an incomplete body.
      LOG.debug("a response could not be sent completely", cut);
      IoUtils.safeClose(exchange.getConnection());
    }
  }

  private StreamSinkChannel channel() throws IOException {
    StreamSinkChannel channel = sink;
    if (channel == null) {
      channel = exchange.getResponseChannel();
      if (channel == null) {
        throw new IOException("the response has already started");
      }
      channel
          .getWriteSetter()
          .set(
              ready -> {
                ready.suspendWrites();
                peerHasRoom();
                run(this::turn);
              });
      sink = channel;
    }
    return channel;
  }

  private boolean readOn() throws IOException {
    int length = source.read(piece);
    waiting = ByteBuffer.wrap(piece, 0, Math.max(length, 0));
    return length > 0;
  }

  private void completed(ExchangeCompletionListener.NextListener next) {
    ended = true;
    try {
      window.remove();
      run(this::close);
    } finally {
      next.proceed();
    }
  }

  private void run(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException stopping) {
      IoUtils.safeClose(exchange.getConnection());
      IoUtils.safeClose(source);
    }
  }

  private synchronized void close() {
    IoUtils.safeClose(source);
  }
}
