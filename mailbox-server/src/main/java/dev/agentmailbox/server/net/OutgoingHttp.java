package dev.agentmailbox.server.net;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
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
 * The one HTTP client: for webhooks, client documents, MTA-STS policies and rspamd.
 *
 * <p>Redirects, retries, cookies, compression, authentication and the proxies of the system are
 * off. Each connection goes to an address that the {@link AddressGuard} allows, judged by the very
 * address connected to. One deadline covers an exchange from the look-up of the name on, whatever
 * the other side does; header lines, their number and the body are bounded. A body that is not read
 * to its end has its connection cut before it is closed, because closing would read the rest.
 *
 * <p>Thread safe.
 */
public final class OutgoingHttp implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 256;

  /** A route is a host, which many endpoints may share. */
  private static final int MAX_CONNECTIONS_PER_HOST = 32;

  /** An address that was allowed once is looked up again. */
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofSeconds(60);

  /** Behind the deadline of each exchange, which is shorter. */
  private static final Timeout SOCKET_TIMEOUT = Timeout.ofSeconds(10);

  private static final int MAX_HEADER_LINE_BYTES = 8_192;
  private static final int MAX_HEADERS = 100;

  /** What is read of a body that nobody wants, so that its connection can be used again. */
  private static final int UNWANTED_BODY_BYTES = 4_096;

  private static final Duration UNWANTED_BODY_TIME = Duration.ofMillis(250);
  private static final int DEADLINE_THREADS = 2;

  private final CloseableHttpClient client;
  private final ScheduledExecutorService deadlines =
      new ScheduledThreads(DEADLINE_THREADS, new DaemonThreads("http-deadline"));

  private final NameLookup lookup;

  private OutgoingHttp(NameLookup lookup, AddressGuard guard, @Nullable SSLContext tls) {
    this.lookup = lookup;
    this.client = client(new VettedAddresses(lookup, guard), tls);
  }

  /** Connects to hosts that the operator named, wherever they are; for development too. */
  public static OutgoingHttp toAnywhere() {
    return with(new SystemNames(), AddressGuard.ANYWHERE);
  }

  /** Connects to the addresses that name servers answer and the guard allows. */
  public static OutgoingHttp to(AddressGuard guard, Dns dns) {
    return with(lookup(dns), guard);
  }

  /** As {@link #to(AddressGuard, Dns)}, trusting what the context trusts. */
  public static OutgoingHttp to(AddressGuard guard, Dns dns, SSLContext tls) {
    return new OutgoingHttp(lookup(dns), guard, tls);
  }

  /** With another look-up. */
  public static OutgoingHttp with(NameLookup lookup, AddressGuard guard) {
    return new OutgoingHttp(lookup, guard, null);
  }

  private static NameLookup lookup(Dns dns) {
    return (host, limit) -> {
      try {
        return dns.addresses(host, limit);
      } catch (DnsException e) {
        UnknownHostException unknown = new UnknownHostException(host);
        unknown.initCause(e);
        throw unknown;
      }
    };
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
   * What came back.
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
   * The part of an answer before its body.
   *
   * @param retryAfter the value of the header
   */
  public record Head(int status, Optional<String> retryAfter) {}

  /**
   * Sends a request and reads the whole answer.
   *
   * @param limit from the look-up of the name to the last byte
   * @param maxBytes of the body
   * @throws SocketTimeoutException it took longer
   * @throws ForbiddenAddressException the host has an address that may not be connected to
   * @throws IOException no answer, one that is cut, or one that is too long
   */
  public Reply exchange(HttpUriRequestBase request, Duration limit, int maxBytes)
      throws IOException {
    return ask(
        request,
        limit,
        (response, deadline) -> {
          byte[] body = start(response.getEntity(), maxBytes + 1);
          if (body.length > maxBytes) {
            throw new IOException("the answer is longer than " + maxBytes + " bytes");
          }
          response.close();
          return new Reply(response.getCode(), value(response, "Content-Type"), body);
        });
  }

  /**
   * Sends a request and looks at nothing but the head of the answer.
   *
   * @param limit from the look-up of the name to the last header
   * @throws SocketTimeoutException it took longer
   * @throws ForbiddenAddressException the host has an address that may not be connected to
   * @throws IOException no answer
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

  /** What is made of an answer. */
  @FunctionalInterface
  private interface Taking<T> {
    T take(ClassicHttpResponse response, Deadline deadline) throws IOException;
  }

  private <T> T ask(HttpUriRequestBase request, Duration limit, Taking<T> taking)
      throws IOException {
    Deadline deadline = new Deadline(request);
    try {
      deadline.begin(limit);
      return taking.take(client.executeOpen(null, request, null), deadline);
    } catch (IOException | RuntimeException failure) {
      request.abort();
      throw deadline.reason(failure);
    } finally {
      deadline.cancel();
    }
  }

  /** Reads the little that makes the connection usable again, or cuts it. */
  private void leave(HttpUriRequestBase request, ClassicHttpResponse response) {
    Deadline cut = new Deadline(request);
    try {
      cut.begin(UNWANTED_BODY_TIME);
      if (start(response.getEntity(), UNWANTED_BODY_BYTES).length == UNWANTED_BODY_BYTES) {
        request.abort();
      }
      response.close();
    } catch (IOException | RuntimeException e) {
      // The head is known; only the connection is lost.
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
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    deadlines.shutdownNow();
    if (lookup instanceof SystemNames names) {
      names.close();
    }
  }

  /** Aborts a request that takes too long. */
  private final class Deadline {
    private final HttpUriRequestBase request;
    private @Nullable ScheduledFuture<?> alarm;

    /** Set before the abort, whose effect may be seen before the alarm counts as done. */
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
        SocketTimeoutException late = new SocketTimeoutException("no answer in time");
        late.initCause(failure);
        return late;
      }
      return failure instanceof IOException io ? io : new IOException(failure);
    }
  }
}
