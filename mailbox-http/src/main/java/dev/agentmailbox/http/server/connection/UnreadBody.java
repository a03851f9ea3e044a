package dev.agentmailbox.http.server.connection;

import io.undertow.io.DefaultIoCallback;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * A request body that is refused before it has been read. The rest is read and discarded once the
 * response is written: closing a connection with unread bytes resets it, and the client would lose
 * the response. The time is bounded by {@link BodyDeadline}, the bytes here.
 */
public final class UnreadBody {
  /** Bytes of a request that are read at most, including those that are discarded. */
  static final long MAX_BYTES = 64L << 20;

  private UnreadBody() {}

  /**
   * Ends the exchange after its response. Undertow discards the rest of a body only if the
   * connection is persistent, so it is until then.
   */
  public static final IoCallback END =
      new DefaultIoCallback() {
        @Override
        public void onComplete(HttpServerExchange exchange, Sender sender) {
          if (!exchange.isRequestComplete() && !exchange.isPersistent()) {
            exchange.setPersistent(true);
            exchange.addExchangeCompleteListener(
                (done, next) -> {
                  done.setPersistent(false);
                  next.proceed();
                });
          }
          super.onComplete(exchange, sender);
        }
      };

  /** Lets a longer body be discarded up to the limit; Undertow would cut it off at once. */
  public static void limit(HttpServerExchange exchange) {
    if (exchange.getRequestContentLength() > MAX_BYTES) {
      exchange.setMaxEntitySize(-1);
      exchange.addRequestWrapper((factory, same) -> new Limit(factory.create()));
    }
  }

  /**
   * Prepares a request with {@code Expect: 100-continue}. A client that was not asked for its body
   * may send it or not, so the connection cannot be used again.
   */
  public static void expectContinue(HttpServerExchange exchange) {
    if (HttpContinue.requiresContinueResponse(exchange)) {
      exchange.addResponseCommitListener(
          answered -> {
            if (!HttpContinue.isContinueResponseSent(answered)) {
              answered.setPersistent(false);
            }
          });
    }
  }

  private static final class Limit extends AbstractStreamSourceConduit<StreamSourceConduit> {
    private long left = MAX_BYTES;

    Limit(StreamSourceConduit next) {
      super(next);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return (int) counted(super.read(target));
    }

    @Override
    public long transferTo(long position, long count, FileChannel target) throws IOException {
      return counted(super.transferTo(position, Math.min(count, left), target));
    }

    private long counted(long read) throws IOException {
      left -= Math.max(read, 0);
      if (left <= 0) {
        throw new IOException("the refused body is too long");
      }
      return read;
    }
  }
}
