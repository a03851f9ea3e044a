package dev.agentmailbox.server.net;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client for all outgoing requests: webhooks, client documents, MTA-STS policies and
 * rspamd.
 *
 * <p>Redirects, retries, cookies, compression, authentication and system proxies are disabled. The
 * {@link AddressGuard} checks the exact address connected to. One deadline covers the whole
 * exchange, including name resolution; header lines, their number and the body are bounded. When a
 * body is not read to its end the connection is aborted, because closing would read the rest.
 *
 * <p>Thread safe.
 */
public final class OutgoingHttp implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 256;

  /** Maximum connections per host, which many endpoints may share. */
  private static final int MAX_CONNECTIONS_PER_HOST = 32;

  /** Connections expire, so that names are resolved and checked again. */
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofSeconds(60);

  /** A backstop; the deadline of each exchange is shorter. */
  private static final Timeout SOCKET_TIMEOUT = Timeout.ofSeconds(10);

  private static final int MAX_HEADER_LINE_BYTES = 8_192;
  private static final int MAX_HEADERS = 100;

  /** How much of an unneeded body is read to reuse the connection. */
  private static final int UNWANTED_BODY_BYTES = 4_096;

  private static final Duration UNWANTED_BODY_TIME = Duration.ofMillis(250);
  private static final int DEADLINE_THREADS = 2;

  private final ScheduledExecutorService deadlines =
      new ScheduledThreads(DEADLINE_THREADS, new DaemonThreads("http-deadline"));

  private final NameLookup lookup;
  private final AddressGuard guard;
  private final @Nullable SSLContext tls;
  private @Nullable CloseableHttpClient client;

  private OutgoingHttp(NameLookup lookup, AddressGuard guard, @Nullable SSLContext tls) {
    this.lookup = lookup;
    this.guard = guard;
    this.tls = tls;
  }

  /**
   * Created by the first request: the client has many classes and reads all trusted certificates,
   * which a start does not need.
   */
  private synchronized CloseableHttpClient client() {
    if (deadlines.isShutdown()) {
      throw new IllegalStateException("the client is closed");
    }
    if (client == null) {
      client = client(new VettedAddresses(lookup, guard), tls);
    }
    return client;
  }

  /** Connects to any address: for hosts set by the operator, and development. */
  public static OutgoingHttp toAnywhere() {
    return with(new SystemNames(), AddressGuard.ANYWHERE);
  }

  /** Resolves with name servers and connects to addresses that the guard allows. */
  public static OutgoingHttp to(AddressGuard guard, Dns dns) {
    return with(dns::addresses, guard);
  }

  /** As {@link #to(AddressGuard, Dns)}, with the trust settings of a context. */
  public static OutgoingHttp to(AddressGuard guard, Dns dns, SSLContext tls) {
    return new OutgoingHttp(dns::addresses, guard, tls);
  }

  /** With a given lookup. */
  public static OutgoingHttp with(NameLookup lookup, AddressGuard guard) {
    return new OutgoingHttp(lookup, guard, null);
  }

  private static CloseableHttpClient client(VettedAddresses addresses, @Nullable SSLContext tls) {
    Http1Config lines =
        Http1Config.custom()
            .setMaxLineLength(MAX_HEADER_LINE_BYTES)
            .setMaxHeaderCount(MAX_HEADERS)
            .build();
    PoolingHttpClientConnectionManagerBuilder connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(addresses)
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder().http1Config(lines).build())
            .setMaxConnTotal(MAX_CONNECTIONS)
            .setMaxConnPerRoute(MAX_CONNECTIONS_PER_HOST)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(SOCKET_TIMEOUT)
                    .setSocketTimeout(SOCKET_TIMEOUT)
                    .setTimeToLive(CONNECTION_LIFE)
                    .build())
            .setDefaultSocketConfig(
                SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(SOCKET_TIMEOUT).build());
    if (tls != null) {
      connections.setTlsSocketStrategy(new DefaultClientTlsStrategy(tls));
    }
    return HttpClients.custom()
        .setConnectionManager(connections.build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setExpectContinueEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setConnectionRequestTimeout(SOCKET_TIMEOUT)
                .setResponseTimeout(SOCKET_TIMEOUT)
                .build())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .disableDefaultUserAgent()
        .build();
  }

  /**
   * A response.
   *
   * @param body empty when there is none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Reply(int status, Optional<String> contentType, byte[] body) {
    /** The media type without parameters, in lower case; empty when there is none. */
    public String mediaType() {
      return contentType.map(OutgoingHttp::withoutParameters).orElse("");
    }
  }

  /**
   * A response without its body.
   *
   * @param retryAfter the value of the header
   */
  public record Head(int status, Optional<String> retryAfter) {}

  /**
   * Sends a request and reads the whole response.
   *
   * @param limit deadline from name resolution to the last byte
   * @param maxBytes of the body
   * @throws SocketTimeoutException the deadline expired
   * @throws ForbiddenAddressException the host resolves to a forbidden address
   * @throws IOException no response, a truncated one, or one that is too long
   */
  public Reply exchange(HttpUriRequestBase request, Duration limit, int maxBytes)
      throws IOException {
    return ask(
        request,
        limit,
        (response, deadline) -> {
          byte[] body = start(response.getEntity(), maxBytes + 1);
          if (body.length > maxBytes) {
            throw new IOException("the response is longer than " + maxBytes + " bytes");
          }
          response.close();
          return new Reply(response.getCode(), value(response, "Content-Type"), body);
        });
  }

  /**
   * Sends a request and reads only the head of the response.
   *
   * @param limit deadline from name resolution to the last header
   * @throws SocketTimeoutException the deadline expired
   * @throws ForbiddenAddressException the host resolves to a forbidden address
   * @throws IOException no response
   */
  public Head send(HttpUriRequestBase request, Duration limit) throws IOException {
    return ask(
        request,
        limit,
        (response, deadline) -> {
          deadline.cancel();
          leave(request, response);
          return new Head(response.getCode(), value(response, "Retry-After"));
        });
  }

  /** Processes a response. */
  @FunctionalInterface
  private interface Taking<T> {
    T take(ClassicHttpResponse response, Deadline deadline) throws IOException;
  }

  private <T> T ask(HttpUriRequestBase request, Duration limit, Taking<T> taking)
      throws IOException {
    Deadline deadline = new Deadline(request);
    try {
      CloseableHttpClient open = client();
      deadline.begin(limit);
      return taking.take(open.executeOpen(null, request, null), deadline);
    } catch (IOException | RuntimeException failure) {
      request.abort();
      throw deadline.reason(failure);
    } finally {
      deadline.cancel();
    }
  }

  /** Drains a small rest so that the connection can be reused, or aborts it. */
  private void leave(HttpUriRequestBase request, ClassicHttpResponse response) {
    Deadline cut = new Deadline(request);
    try {
      cut.begin(UNWANTED_BODY_TIME);
      if (start(response.getEntity(), UNWANTED_BODY_BYTES).length == UNWANTED_BODY_BYTES) {
        request.abort();
      }
      response.close();
    } catch (IOException | RuntimeException e) {
      // The head is complete; only the connection is lost.
      request.abort();
    } finally {
      cut.cancel();
    }
  }

  private static byte[] start(@Nullable HttpEntity entity, int bytes) throws IOException {
    return entity == null ? new byte[0] : entity.getContent().readNBytes(bytes);
  }

  private static Optional<String> value(HttpMessage message, String name) {
    Header header = message.getFirstHeader(name);
    return header == null ? Optional.empty() : Optional.ofNullable(header.getValue());
  }

  private static String withoutParameters(String contentType) {
    int end = contentType.indexOf(';');
    String media = end < 0 ? contentType : contentType.substring(0, end);
    return media.strip().toLowerCase(Locale.ROOT);
  }

  @Override
  public synchronized void close() {
    deadlines.shutdownNow();
    if (client != null) {
      client.close(CloseMode.IMMEDIATE);
    }
    if (lookup instanceof SystemNames names) {
      names.close();
    }
  }

  /** Aborts a request at its deadline. */
  private final class Deadline {
    private final HttpUriRequestBase request;
    private @Nullable ScheduledFuture<?> alarm;

    /** Set before the abort, whose effect may be visible before the task completes. */
    private volatile boolean passed;

    Deadline(HttpUriRequestBase request) {
      this.request = request;
    }

    /** Throws when the client is closed. */
    void begin(Duration limit) {
      alarm =
          deadlines.schedule(
              () -> {
                passed = true;
                request.abort();
              },
              limit.toMillis(),
              TimeUnit.MILLISECONDS);
    }

    void cancel() {
      ScheduledFuture<?> begun = alarm;
      if (begun != null) {
        begun.cancel(false);
      }
    }

    IOException reason(Exception failure) {
      if (passed) {
        SocketTimeoutException late = new SocketTimeoutException("timed out");
        late.initCause(failure);
        return late;
      }
      return failure instanceof IOException io ? io : new IOException(failure);
    }
  }
}
