package dev.agentmailbox.examples.benchmarks;

import io.undertow.Undertow;
import io.undertow.util.SameThreadExecutor;
import org.xnio.Options;

/** Webhook endpoint: {@code /ok…} responds 200 at once, any other path never responds. */
final class Receiver {
  private final Arrivals arrivals = new Arrivals();
  private final Undertow http;

  Receiver(int port) {
    this.http =
        Undertow.builder()
            .addHttpListener(port, "127.0.0.1")
            // Pending requests do not keep the process alive.
            .setWorkerOption(Options.THREAD_DAEMON, true)
            .setHandler(
                exchange -> {
                  if (exchange.getRequestPath().startsWith("/ok")) {
                    exchange
                        .getRequestReceiver()
                        .receiveFullString(
                            (done, body) -> {
                              arrivals.note(body);
                              done.endExchange();
                            });
                  } else {
                    exchange.dispatch(SameThreadExecutor.INSTANCE, () -> {});
                  }
                })
            .build();
    http.start();
  }

  Arrivals arrivals() {
    return arrivals;
  }
}
