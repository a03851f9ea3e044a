package dev.agentmailbox.http.server.connection;

import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpServerExchange;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;

/**
 * Closes the connection of a request whose body has not arrived in time. Idle timeouts do not stop
 * a client that sends one byte a second, and Undertow keeps reading after an early refusal.
 */
public final class BodyDeadline {
  private BodyDeadline() {}

  /** Starts the deadline of a request body. Call on the I/O thread. */
  public static void start(HttpServerExchange exchange, Duration time) {
    XnioExecutor.Key timer =
        exchange
            .getIoThread()
            .executeAfter(
                () -> closeIfUnfinished(exchange), time.toMillis(), TimeUnit.MILLISECONDS);
    exchange.addExchangeCompleteListener((done, next) -> stop(timer, next));
  }

  private static void stop(XnioExecutor.Key timer, ExchangeCompletionListener.NextListener next) {
    try {
      timer.remove();
    } finally {
      next.proceed();
    }
  }

  private static void closeIfUnfinished(HttpServerExchange exchange) {
    if (!exchange.isRequestComplete()) {
      IoUtils.safeClose(exchange.getConnection());
    }
  }
}
