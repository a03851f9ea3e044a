package dev.agentmailbox.http.server.connection;

import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpOpenListener;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;

/**
 * The listening socket with explicit limits: Undertow's defaults allow 1 MiB of headers, unbounded
 * bodies and connections without a timeout. Set up without Undertow's builder, because only then
 * can problem documents be added to parse errors.
 */
public final class HttpListener {
  private static final int BUFFER_BYTES = 16 * 1024 - 20;
  private static final int MAX_HEADER_BYTES = 16 * 1024;
  private static final int MAX_HEADERS = 64;
  private static final int MAX_PARAMETERS = 64;
  private static final int MAX_COOKIES = 20;
  private static final int BACKLOG = 1000;

  /** Further connections wait in the backlog. */
  public static final int MAX_CONNECTIONS = 10_000;

  /** All of TLS 1.3, and ECDHE with AES-GCM or ChaCha20. */
  private static final Pattern TLS_SUITES =
      Pattern.compile("TLS_(AES|CHACHA20)_.*|TLS_ECDHE_.*_(AES_(128|256)_GCM|CHACHA20)_.*");

  private static final Sequence<String> TLS_VERSIONS = Sequence.of("TLSv1.3", "TLSv1.2");

  private static final int READ_TIMEOUT_MILLIS = 75_000;
  private static final int WRITE_TIMEOUT_MILLIS = 30_000;
  private static final int WEB_SOCKET_READ_TIMEOUT_MILLIS = 90_000;
  private static final int WEB_SOCKET_WRITE_TIMEOUT_MILLIS = 30_000;
  private static final int WAIT_SECONDS = 2;

  private final HttpHandler handler;
  private final String name;
  private final int ioThreads;
  private final OpenConnections connections;
  private final HttpLimits limits;
  private final @Nullable SSLContext tls;
  private @Nullable XnioWorker worker;
  private @Nullable AcceptingChannel<? extends StreamConnection> socket;

  /**
   * Creates an unbound listener.
   *
   * @param name of its threads
   * @param connections accepts its connections
   * @param tls null for plain HTTP
   */
  public HttpListener(
      String name,
      int ioThreads,
      HttpHandler handler,
      OpenConnections connections,
      HttpLimits limits,
      @Nullable SSLContext tls) {
    this.tls = tls;
    this.name = name;
    this.ioThreads = ioThreads;
    this.handler = handler;
    this.connections = connections;
    this.limits = limits;
  }

  /** Binds; connections wait until {@link #accept}. Returns the bound address. */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    XnioWorker started =
        Xnio.getInstance(HttpListener.class.getClassLoader())
            .createWorker(
                OptionMap.builder()
                    .set(Options.WORKER_NAME, name)
                    .set(Options.WORKER_IO_THREADS, ioThreads)
                    .set(Options.WORKER_TASK_CORE_THREADS, 1)
                    .set(Options.WORKER_TASK_MAX_THREADS, ioThreads)
                    .set(Options.TCP_NODELAY, true)
                    .getMap());
    worker = started;
    ByteBufferPool buffers = new DefaultByteBufferPool(true, BUFFER_BYTES, -1, 4);
    HttpOpenListener opener = new HttpOpenListener(buffers, undertowOptions());
    opener.setRootHandler(this::handle);
    try {
      AcceptingChannel<? extends StreamConnection> bound =
          listen(started, address, connection -> connections.accept(connection, opener));
      socket = bound;
      return bound.getLocalAddress(InetSocketAddress.class);
    } catch (IOException e) {
      stop();
      throw e;
    }
  }

  /** HTTP/2 is not offered: the checks of framing and pace are those of HTTP/1.1 connections. */
  private AcceptingChannel<? extends StreamConnection> listen(
      XnioWorker on, InetSocketAddress address, ChannelListener<StreamConnection> opened)
      throws IOException {
    if (tls == null) {
      return on.createStreamConnectionServer(
          address, ChannelListeners.openListenerAdapter(opened), socketOptions());
    }
    return new UndertowXnioSsl(on.getXnio(), OptionMap.EMPTY, tls)
        .createSslConnectionServer(
            on,
            address,
            ChannelListeners.openListenerAdapter(opened),
            OptionMap.builder()
                .addAll(socketOptions())
                .set(Options.SSL_ENABLED_PROTOCOLS, TLS_VERSIONS)
                .set(Options.SSL_ENABLED_CIPHER_SUITES, suites(tls))
                .getMap());
  }

  /** Those with forward secrecy and authenticated encryption: of TLS 1.2 not all have them. */
  private static Sequence<String> suites(SSLContext tls) {
    return Sequence.of(
        Arrays.stream(tls.getDefaultSSLParameters().getCipherSuites())
            .filter(suite -> TLS_SUITES.matcher(suite).matches())
            .toArray(String[]::new));
  }

  /** Starts accepting connections. */
  public void accept() {
    AcceptingChannel<? extends StreamConnection> bound = socket;
    if (bound != null) {
      bound.resumeAccepts();
    }
  }

  private void handle(HttpServerExchange exchange) throws Exception {
    if (exchange.getConnection() instanceof HttpServerConnection connection) {
      BareRefusalConduit refusals = connections.refusals(connection.getChannel());
      if (refusals != null) {
        refusals.beginExchange();
        exchange.addExchangeCompleteListener(
            (done, next) -> {
              if (done.getStatusCode() != StatusCodes.SWITCHING_PROTOCOLS) {
                refusals.endExchange();
              }
              next.proceed();
            });
      }
    }
    handler.handleRequest(exchange);
  }

  /** Closes everything. */
  public void stop() {
    IoUtils.safeClose(socket);
    socket = null;
    XnioWorker running = worker;
    worker = null;
    if (running == null) {
      return;
    }
    connections.stop();
    running.shutdown();
    try {
      if (!running.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)) {
        running.shutdownNow();
      }
    } catch (InterruptedException e) {
      running.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private OptionMap undertowOptions() {
    return OptionMap.builder()
        .set(UndertowOptions.BUFFER_PIPELINED_DATA, true)
        .set(UndertowOptions.MAX_ENTITY_SIZE, UnreadBody.MAX_BYTES)
        .set(UndertowOptions.MAX_HEADER_SIZE, MAX_HEADER_BYTES)
        .set(UndertowOptions.MAX_HEADERS, MAX_HEADERS)
        .set(UndertowOptions.MAX_PARAMETERS, MAX_PARAMETERS)
        .set(UndertowOptions.MAX_COOKIES, MAX_COOKIES)
        .set(UndertowOptions.REQUEST_PARSE_TIMEOUT, (int) limits.headTime().toMillis())
        .set(UndertowOptions.NO_REQUEST_TIMEOUT, (int) limits.idleTime().toMillis())
        .set(UndertowOptions.WEB_SOCKETS_READ_TIMEOUT, WEB_SOCKET_READ_TIMEOUT_MILLIS)
        .set(UndertowOptions.WEB_SOCKETS_WRITE_TIMEOUT, WEB_SOCKET_WRITE_TIMEOUT_MILLIS)
        .set(UndertowOptions.DECODE_URL, false)
        .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, false)
        .set(UndertowOptions.ENABLE_HTTP2, false)
        .getMap();
  }

  private OptionMap socketOptions() {
    return OptionMap.builder()
        .set(Options.WORKER_IO_THREADS, ioThreads)
        .set(Options.TCP_NODELAY, true)
        .set(Options.REUSE_ADDRESSES, true)
        .set(Options.BALANCING_TOKENS, 1)
        .set(Options.BALANCING_CONNECTIONS, 2)
        .set(Options.BACKLOG, BACKLOG)
        .set(Options.CONNECTION_HIGH_WATER, MAX_CONNECTIONS)
        .set(Options.CONNECTION_LOW_WATER, MAX_CONNECTIONS)
        .set(Options.READ_TIMEOUT, READ_TIMEOUT_MILLIS)
        .set(Options.WRITE_TIMEOUT, WRITE_TIMEOUT_MILLIS)
        .getMap();
  }
}
