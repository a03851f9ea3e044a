package dev.agentmailbox.http.server;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.conduits.ConduitStreamSourceChannel;

/**
 * Detects that a client disconnects before its response; Undertow does not read in that phase.
 * Watching stops when the client pipelines another request, whose bytes are kept. A half-closed
 * connection counts as disconnected.
 *
 * <p>Everything here runs on the connection's I/O thread.
 */
final class CallerWatch implements ChannelListener<ConduitStreamSourceChannel> {
  private final HttpServerConnection connection;
  private final Runnable gone;
  private boolean stopped;

  private CallerWatch(HttpServerConnection connection, Runnable gone) {
    this.connection = connection;
    this.gone = gone;
  }

  /**
   * Starts watching; multiplexed connections are not watched.
   *
   * @param gone called once after the client disconnected and the connection was closed
   * @return stops watching and hands the connection back to Undertow
   */
  static Runnable start(HttpServerExchange exchange, Runnable gone) {
    if (exchange.getConnection() instanceof HttpServerConnection connection) {
      CallerWatch watch = new CallerWatch(connection, gone);
      watch.begin();
      return watch::stop;
    }
    return () -> {};
  }

  private void begin() {
    if (connection.isOpen() && connection.getExtraBytes() == null) {
      connection.getChannel().getSourceChannel().setReadListener(this);
      connection.getOriginalSourceConduit().resumeReads();
    } else if (!connection.isOpen()) {
      end();
    }
  }

  @Override
  public void handleEvent(ConduitStreamSourceChannel channel) {
    if (stopped) {
      connection.getOriginalSourceConduit().suspendReads();
      return;
    }
    PooledByteBuffer bytes = connection.getByteBufferPool().allocate();
    boolean kept = false;
    try {
      int read = connection.getOriginalSourceConduit().read(bytes.getBuffer());
      if (read < 0) {
        end();
      } else if (read > 0) {
        stop();
        bytes.getBuffer().flip();
        connection.ungetRequestBytes(bytes);
        kept = true;
      }
    } catch (IOException lost) {
      end();
    } finally {
      if (!kept) {
        bytes.close();
      }
    }
  }

  private void end() {
    stopped = true;
    IoUtils.safeClose(connection);
    gone.run();
  }

  private void stop() {
    if (!stopped) {
      stopped = true;
      connection.getOriginalSourceConduit().suspendReads();
    }
  }
}
