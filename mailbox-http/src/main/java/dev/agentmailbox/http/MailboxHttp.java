package dev.agentmailbox.http;

import dev.agentmailbox.http.docs.OpenApiDocument;
import dev.agentmailbox.http.limit.TrustedProxies;
import dev.agentmailbox.http.mcp.McpEndpoint;
import dev.agentmailbox.http.server.Authenticator;
import dev.agentmailbox.http.server.CallQuota;
import dev.agentmailbox.http.server.HttpServer;
import dev.agentmailbox.http.server.SessionCookieHeader;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.service.work.QueueDepths;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.undertow.server.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP interface of a mailbox: operations behind Undertow.
 *
 * <pre>{@code
 * MailboxHttp http =
 *     MailboxHttp.builder(HttpSettings.at("127.0.0.1", 8080, "http://localhost:8080"))
 *         .authenticator(keys)
 *         .operations(rows)
 *         .build();
 * http.start();
 * }</pre>
 *
 * <p>Thread safe. Starts once.
 */
public final class MailboxHttp {
  private final HttpSettings settings;
  private final OperationTable table;
  private final HttpServer server;
  private final @Nullable HttpServer metricsServer;
  private final @Nullable Integer metricsPort;
  private final Runnable onStop;
  private final Readiness readiness;
  private @Nullable InetSocketAddress bound;
  private @Nullable InetSocketAddress metricsBound;

  private MailboxHttp(Builder builder) {
    this.settings = builder.settings;
    this.readiness = new Readiness(builder.storeAnswers, Readiness.PATIENCE);
    ServiceRoutes service =
        new ServiceRoutes(
            settings,
            builder.clock,
            builder.metrics,
            builder.beta,
            readiness,
            builder.storeState,
            builder.queues,
            builder.metricsPort != null);
    List<Operation> rows = new ArrayList<>(service.rows());
    rows.addAll(builder.operations);
    McpEndpoint mcp =
        new McpEndpoint(
            settings.serviceName(), settings.baseUrl(), builder.appUrl, settings.docsUrl());
    rows.add(mcp.row());
    rows.addAll(NotOffered.rows());
    this.table = new OperationTable(rows);
    service.describe(table);
    mcp.serve(table.rows(), builder.tools);
    this.onStop = builder.onStop;
    IdFactory ids = builder.ids != null ? builder.ids : new IdFactory(builder.clock);
    this.server = server(builder, ids, table, builder.metrics, builder.tls);
    this.metricsPort = builder.metricsPort;
    this.metricsServer =
        metricsPort == null
            ? null
            : server(
                builder,
                ids,
                new OperationTable(service.rowsApart()),
                // Scrapes do not use up the rate limits of callers.
                new PrometheusRegistry(),
                null);
  }

  private static HttpServer server(
      Builder builder,
      IdFactory ids,
      OperationTable table,
      PrometheusRegistry metrics,
      @Nullable SSLContext tls) {
    HttpSettings settings = builder.settings;
    return new HttpServer(
        new HttpServer.Parts(
            table,
            new HttpServer.Callers(
                builder.authenticator,
                builder.quota,
                settings.rates(),
                sessionCookie(settings),
                new TrustedProxies(settings.trustedProxies())),
            settings.docsUrl(),
            settings.baseUrl().startsWith("https:"),
            tls,
            settings.limits(),
            metrics,
            ids,
            builder.clock));
  }

  public static Builder builder(HttpSettings settings) {
    return new Builder(settings);
  }

  /** Name of the session cookie. */
  public static String sessionCookie(HttpSettings settings) {
    return SessionCookieHeader.of(settings.baseUrl()).name();
  }

  /**
   * Binds the address; connections wait in the backlog until {@link #start}.
   *
   * @throws ListenException when the address cannot be bound
   */
  public synchronized void bind() {
    bound = bind(server, settings.port());
    if (metricsServer != null && metricsPort != null) {
      try {
        metricsBound = bind(metricsServer, metricsPort);
      } catch (ListenException taken) {
        server.stop(Duration.ZERO);
        throw taken;
      }
    }
  }

  private InetSocketAddress bind(HttpServer what, int port) {
    InetSocketAddress address = new InetSocketAddress(settings.host(), port);
    try {
      if (address.isUnresolved()) {
        throw new UnknownHostException("the host has no address");
      }
      return what.bind(address);
    } catch (IOException e) {
      throw new ListenException(address, e);
    }
  }

  /**
   * Listens and serves.
   *
   * @throws ListenException when the address cannot be bound
   */
  public synchronized void start() {
    if (bound == null) {
      bind();
    }
    server.accept();
    if (metricsServer != null) {
      metricsServer.accept();
    }
  }

  /**
   * Refuses new requests, waits up to that long for running ones, then closes everything. Meanwhile
   * health responds as before and readiness with 503.
   */
  public void stop(Duration patience) {
    readiness.end();
    onStop.run();
    server.stop(patience);
    if (metricsServer != null) {
      metricsServer.stop(Duration.ZERO);
    }
  }

  /**
   * The port listened on.
   *
   * @throws IllegalStateException before the start
   */
  public synchronized int port() {
    if (bound == null) {
      throw new IllegalStateException("not started");
    }
    return bound.getPort();
  }

  /**
   * The metrics port; empty when metrics have no separate port.
   *
   * @throws IllegalStateException before the start
   */
  public synchronized OptionalInt metricsPort() {
    if (bound == null) {
      throw new IllegalStateException("not started");
    }
    return metricsBound == null ? OptionalInt.empty() : OptionalInt.of(metricsBound.getPort());
  }

  /** The root handler, for embedding in another Undertow server. */
  public HttpHandler handler() {
    return server.handler();
  }

  /** All operations, including those of the service itself and those not offered. */
  public OperationTable table() {
    return table;
  }

  /** The OpenAPI document as indented JSON. */
  public String openApi() {
    return OpenApiDocument.print(OpenApiDocument.of(table, settings.baseUrl(), settings.docsUrl()));
  }

  /** Builds an interface. Not thread safe. */
  public static final class Builder {
    private final HttpSettings settings;
    private final List<Operation> operations = new ArrayList<>();
    private List<Operation> tools = List.of();
    private Runnable onStop = () -> {};
    private Authenticator authenticator = key -> Optional.empty();
    private CallQuota quota = scope -> {};
    private PrometheusRegistry metrics = new PrometheusRegistry();
    private Supplier<BetaStatus> beta;
    private Clock clock = Clock.systemUTC();
    private @Nullable IdFactory ids;
    private BooleanSupplier storeAnswers = () -> true;
    private Supplier<StoreState> storeState = () -> StoreState.RUNNING;
    private Supplier<QueueDepths> queues = () -> QueueDepths.NONE;
    private @Nullable Integer metricsPort;
    private @Nullable SSLContext tls;
    private String appUrl;

    private Builder(HttpSettings settings) {
      this.settings = settings;
      this.appUrl = settings.baseUrl() + "/console";
      this.beta =
          () ->
              new BetaStatus(
                  "waitlist", "open", settings.baseUrl() + "/console/waitlist", settings.docsUrl());
    }

    /** Authenticates callers; without one every key is refused. */
    public Builder authenticator(Authenticator who) {
      authenticator = who;
      return this;
    }

    /** URL of the console, to which clients of MCP bring their users. */
    public Builder appUrl(String value) {
      appUrl = value;
      return this;
    }

    /** Enforces the daily call quota; without one calls are not counted. */
    public Builder quota(CallQuota daily) {
      quota = daily;
      return this;
    }

    /** Adds operations. A row replaces one with the same route that is not offered by default. */
    public Builder operations(List<Operation> rows) {
      operations.addAll(rows);
      return this;
    }

    /**
     * Adds operations that exist only as MCP tools; each replaces a row with the same tool name.
     */
    public Builder tools(List<Operation> rows) {
      tools = List.copyOf(rows);
      return this;
    }

    /** Closed on stop, before running requests are waited for. */
    public Builder onStop(Runnable what) {
      Runnable before = onStop;
      onStop =
          () -> {
            before.run();
            what.run();
          };
      return this;
    }

    /** The registry exposed at {@code /metrics}. */
    public Builder metrics(PrometheusRegistry registry) {
      metrics = registry;
      return this;
    }

    /**
     * Serves metrics, health and readiness on a separate port, to every caller, and metrics nowhere
     * else; without one, {@code /metrics} is restricted to loopback.
     *
     * @param port 0 for any free one
     */
    public Builder metricsPort(int port) {
      metricsPort = port;
      return this;
    }

    /** Serves TLS 1.2 and 1.3 instead of plain HTTP; a metrics port stays plain. */
    public Builder tls(SSLContext context) {
      tls = context;
      return this;
    }

    /** Supplies the state of the store; must not block. */
    public Builder storeState(Supplier<StoreState> asked) {
      storeState = asked;
      return this;
    }

    /** Counts what waits, for the metrics; may block and may throw. */
    public Builder queues(Supplier<QueueDepths> asked) {
      queues = asked;
      return this;
    }

    /** Probes the store for {@code /readyz}; may block and may throw. */
    public Builder storeAnswers(BooleanSupplier asked) {
      storeAnswers = asked;
      return this;
    }

    /** Supplies {@code GET /v0/beta}; the default is waitlist mode. */
    public Builder beta(Supplier<BetaStatus> status) {
      beta = status;
      return this;
    }

    public Builder clock(Clock time) {
      clock = time;
      return this;
    }

    /** Generates request ids. */
    public Builder ids(IdFactory factory) {
      ids = factory;
      return this;
    }

    /**
     * Validates the table and builds the documents.
     *
     * @throws IllegalStateException when the table is wrong
     */
    public MailboxHttp build() {
      return new MailboxHttp(this);
    }
  }
}
