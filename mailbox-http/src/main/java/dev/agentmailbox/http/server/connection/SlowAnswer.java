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
 * A long body on its way to a peer that may read it slowly. No thread waits for the peer: a thread
 * of the answers reads the next piece and hands over what the socket takes; the rest waits until
 * the I/O thread says that there is room. A peer that takes less than {@link #LEAST_BYTES} in a
 * window is cut off; only time in which the peer is waited for counts, not what the source takes.
 * The source is closed when the exchange ends, however it ends.
 *
 * <p>Thread safe: turns exclude each other.
 */
public final class SlowAnswer {
  /** Bodies up to this many bytes are handed to Undertow in one piece. */
  public static final int DIRECT_BYTES = 64 * 1024;

  /** What a peer has to take in {@link HttpLimits#answerWindow}. */
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

  /** Time in which the peer was waited for, without the present wait; in nanoseconds. */
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
   * @param threads read the source; they may wait for our storage, never for the peer
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
      // The status is on its way: only a connection cut short shows that the body is not whole.
      LOG.debug("an answer could not be sent to its end", cut);
      IoUtils.safeClose(exchange.getConnection());
    }
  }

  private StreamSinkChannel channel() throws IOException {
    StreamSinkChannel channel = sink;
    if (channel == null) {
      channel = exchange.getResponseChannel();
      if (channel == null) {
        throw new IOException("the answer has begun already");
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
