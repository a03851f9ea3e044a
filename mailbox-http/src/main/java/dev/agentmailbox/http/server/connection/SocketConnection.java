package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.http.table.SocketPeer;
import dev.agentmailbox.http.table.SocketSession;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.StreamSourceFrameChannel;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * One WebSocket (RFC 6455) on Undertow. Client messages are handled on worker threads, one at a
 * time; {@link OutboundQueue} bounds outgoing messages. Thread safe.
 */
public final class SocketConnection extends AbstractReceiveListener implements SocketPeer {
  /** Maximum size of a client message, in bytes. */
  static final int MAX_TEXT_BYTES = 16 * 1024;

  /** Client messages that may wait for a worker. */
  private static final int MAX_INBOUND = 16;

  private static final int CUT_AFTER_MILLIS = 2_000;
  private static final int TOO_FAR_BEHIND = 4408;
  private static final int UNSUPPORTED_DATA = 1003;
  private static final int POLICY_VIOLATION = 1008;
  private static final int INTERNAL_ERROR = 1011;
  private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);

  private final WebSocketChannel channel;
  private final SocketSession session;
  private final Executor workers;
  private final OutboundQueue outbound = new OutboundQueue();
  private final AtomicBoolean pumping = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Deque<String> inbound = new ArrayDeque<>();
  private boolean working;

  public SocketConnection(WebSocketChannel channel, SocketSession session, Executor workers) {
    this.channel = channel;
    this.session = session;
    this.workers = workers;
  }

  /** Starts receiving. */
  public void start() {
    channel.addCloseTask(closed -> ended());
    channel.getReceiveSetter().set(this);
    session.opened(this);
    channel.resumeReceives();
  }

  private void ended() {
    closing.set(true);
    outbound.clear();
    if (ended.compareAndSet(false, true)) {
      session.closed();
    }
  }

  @Override
  protected long getMaxTextBufferSize() {
    return MAX_TEXT_BYTES;
  }

  @Override
  protected void onFullTextMessage(WebSocketChannel from, BufferedTextMessage message) {
    synchronized (inbound) {
      if (inbound.size() == MAX_INBOUND) {
        close(POLICY_VIOLATION, "too many messages");
        return;
      }
      inbound.add(message.getData());
      if (working) {
        return;
      }
      working = true;
    }
    try {
      workers.execute(this::work);
    } catch (RejectedExecutionException busy) {
      close(INTERNAL_ERROR, "overloaded");
    }
  }

  private void work() {
    while (true) {
      String message;
      synchronized (inbound) {
        message = inbound.poll();
        if (message == null) {
          working = false;
          return;
        }
      }
      try {
        session.text(message);
      } catch (RuntimeException bug) {
        LOG.error("handling a WebSocket message failed", bug);
        close(INTERNAL_ERROR, "internal error");
      }
    }
  }

  @Override
  protected void onBinary(WebSocketChannel from, StreamSourceFrameChannel frame) {
    close(UNSUPPORTED_DATA, "text only");
  }

  @Override
  protected void onFullPongMessage(WebSocketChannel from, BufferedBinaryMessage message) {
    message.getData().free();
    session.pong();
  }

  @Override
  protected void onError(WebSocketChannel from, Throwable error) {
    cut();
  }

  @Override
  public void send(byte[] text) {
    if (closing.get()) {
      return;
    }
    if (outbound.add(text)) {
      pump();
    } else {
      close(TOO_FAR_BEHIND, "too far behind");
    }
  }

  /** Hands over queued messages; one thread at a time, to keep the order. */
  private void pump() {
    while (!closing.get() && pumping.compareAndSet(false, true)) {
      byte[] message;
      try {
        message = outbound.next();
        if (message != null) {
          WebSockets.sendText(ByteBuffer.wrap(message), channel, new Handed(message.length));
        }
      } finally {
        pumping.set(false);
      }
      // Another thread may have added one while this one was working: check again.
      if (message == null && !outbound.hasNext()) {
        return;
      }
    }
  }

  /** Completes a message only once: Undertow may report it twice. */
  private final class Handed implements WebSocketCallback<Void> {
    private final AtomicBoolean told = new AtomicBoolean();
    private final int bytes;

    Handed(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void complete(WebSocketChannel to, Void context) {
      if (told.compareAndSet(false, true)) {
        outbound.completed(bytes);
        pump();
      }
    }

    @Override
    public void onError(WebSocketChannel to, Void context, Throwable error) {
      if (told.compareAndSet(false, true)) {
        outbound.completed(bytes);
        cut();
      }
    }
  }

  @Override
  public void ping() {
    if (!closing.get()) {
      WebSockets.sendPing(ByteBuffer.allocate(0), channel, null);
    }
  }

  @Override
  public void close(int code, String reason) {
    if (closing.compareAndSet(false, true)) {
      outbound.clear();
      WebSockets.sendClose(code, reason, channel, null);
      // Does not wait for the client's close frame.
      var unused =
          channel.getIoThread().executeAfter(this::cut, CUT_AFTER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void cut() {
    closing.set(true);
    IoUtils.safeClose(channel);
  }

  /** Undertow's reply to a close frame, and the end of the connection. */
  @Override
  protected void onFullCloseMessage(WebSocketChannel from, BufferedBinaryMessage message)
      throws IOException {
    closing.set(true);
    super.onFullCloseMessage(from, message);
  }
}
