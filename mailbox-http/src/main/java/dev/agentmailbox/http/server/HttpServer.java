package dev.agentmailbox.http.server;

import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.Rates;
import dev.agentmailbox.http.limit.TokenBuckets;
import dev.agentmailbox.http.limit.TrustedProxies;
import dev.agentmailbox.http.server.connection.BareProblem;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.http.server.connection.HttpListener;
import dev.agentmailbox.http.server.connection.OpenConnections;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.id.IdFactory;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.undertow.server.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The request pipeline and its listener. Thread safe; starts once. */
public final class HttpServer {
  private static final Duration LAST_WAIT = Duration.ofSeconds(1);

  /** Threads that read the content of long responses; they never wait for a client. */
  private static final int ANSWERING_THREADS = 4;

  /** Queued tasks: a turn and a completion per connection. */
  private static final int ANSWERING_QUEUE = 2 * HttpListener.MAX_CONNECTIONS;

  private final Pipeline pipeline;
  private final HttpListener listener;
  private final WorkerPool workers;
  private final WorkerPool answering;

  /**
   * The parts of a server.
   *
   * @param docsUrl URL of the reference, without a trailing slash
   * @param https whether clients reach the service over TLS, here or at a proxy
   * @param tls of the listener; null for plain HTTP
   */
  public record Parts(
      OperationTable table,
      Callers callers,
      String docsUrl,
      boolean https,
      @Nullable SSLContext tls,
      HttpLimits limits,
      PrometheusRegistry metrics,
      IdFactory ids,
      Clock clock) {}

  /**
   * Authentication and rate limits.
   *
   * @param sessionCookie name of the session cookie
   */
  public record Callers(
      Authenticator authenticator,
      CallQuota quota,
      Rates rates,
      String sessionCookie,
      TrustedProxies proxies) {}

  public HttpServer(Parts parts) {
    Callers callers = parts.callers();
    this.answering = new WorkerPool("mailbox-answers", ANSWERING_THREADS, ANSWERING_QUEUE);
    ResponseWriter answers =
        new ResponseWriter(
            parts.docsUrl(), callers.rates().perKey(), parts.https(), answering, parts.limits());
    Admission admission =
        new Admission(
            callers.authenticator(),
            callers.quota(),
            new TokenBuckets<String>(callers.rates().perKey(), parts.clock()),
            new TokenBuckets<AddressRange>(callers.rates().perAddress(), parts.clock()),
            callers.rates().perAddress() == 0
                ? ConsoleRates.unlimited(parts.clock())
                : ConsoleRates.usual(parts.clock()),
            callers.sessionCookie());
    this.workers =
        new WorkerPool("mailbox-http", parts.limits().workers(), parts.limits().queuedCalls());
    this.pipeline =
        new Pipeline(
            parts.table(),
            parts.ids(),
            answers,
            admission,
            callers.proxies(),
            new HttpMetrics(parts.metrics()),
            parts.limits(),
            workers);
    this.listener =
        new HttpListener(
            "mailbox-io",
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            pipeline,
            new OpenConnections(
                parts.limits().connectionsPerAddress(),
                callers.proxies(),
                new BareProblem(parts.ids(), parts.docsUrl())),
            parts.limits(),
            parts.tls());
  }

  /** The pipeline without a listener, for embedding. */
  public HttpHandler handler() {
    return pipeline;
  }

  /** Binds; connections wait until {@link #accept}. Returns the bound address. */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    return listener.bind(address);
  }

  /** Starts accepting. */
  public void accept() {
    listener.accept();
  }

  /**
   * Refuses new requests except those answered at once, waits up to that long for running ones,
   * then closes everything.
   */
  public void stop(Duration patience) {
    pipeline.inFlight().closeAndWait(patience);
    listener.stop();
    workers.stop(LAST_WAIT);
    answering.stop(LAST_WAIT);
  }
}
