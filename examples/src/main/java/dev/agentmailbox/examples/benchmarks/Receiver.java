package dev.agentmailbox.examples.benchmarks;

import io.undertow.Undertow;
import io.undertow.util.SameThreadExecutor;
import org.xnio.Options;

/** Receives webhooks: {@code /ok…} answers 200 at once, anything else never answers. */
final class Receiver {
  private final Arrivals arrivals = new Arrivals();
  private final Undertow http;

  Receiver(int port) {
    this.http =
        Undertow.builder()
            .addHttpListener(port, "127.0.0.1")
            // What it never answers does not keep the process.
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
