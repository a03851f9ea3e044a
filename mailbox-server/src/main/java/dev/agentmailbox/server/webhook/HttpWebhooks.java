package dev.agentmailbox.server.webhook;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.http.api.EventJson;
import dev.agentmailbox.port.ClientDocuments;
import dev.agentmailbox.port.WebhookTransport;
import dev.agentmailbox.webhook.AddressPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Posts with Apache HttpClient.
 *
 * <p>Design: every helpfulness of the client is off (redirects, repeats, cookies, compression,
 * authentication, proxies of the system). One deadline, from the look-up of the name to the last
 * header, aborts the request whatever the receiver does. The body of an answer is looked at for a
 * moment only, to be able to use the connection again; if it has not ended by then the connection
 * is cut, before it is closed, because closing would read it to its end. Thread safe.
 */
public final class HttpWebhooks implements WebhookTransport {
  private static final int MAX_CONNECTIONS = 256;

  /** A route is a host, which many endpoints may share. */
  private static final int MAX_CONNECTIONS_PER_HOST = 32;

  /** A vetted address does not stay vetted for ever. */
  private static final TimeValue CONNECTION_LIFE = TimeValue.ofSeconds(60);

  private static final int MAX_HEADER_LINE = 8_192;
  private static final int MAX_HEADERS = 100;
  private static final int MAX_BODY_BYTES = 4_096;
  private static final Duration BODY_TIME = Duration.ofMillis(250);
  private static final int DEADLINE_THREADS = 2;

  private final CloseableHttpClient client;
  private final ScheduledExecutorService deadlines;
  private final Clock clock;

  private HttpWebhooks(NameLookup lookup, AddressPolicy policy, Clock clock) {
    this.clock = clock;
    this.client = client(new VettedAddresses(lookup, policy));
    this.deadlines =
        Executors.newScheduledThreadPool(
            DEADLINE_THREADS,
            work -> {
              Thread thread = new Thread(work, "webhook-deadline");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Posts to public addresses only.
   *
   * @param nameServers asked for them; empty for those of the operating system
   */
  public static HttpWebhooks toPublic(Clock clock, List<InetSocketAddress> nameServers) {
    return new HttpWebhooks(new DnsLookup(nameServers), AddressPolicy.publicOnly(), clock);
  }

  /** Posts to any address, this machine's own names among them; for development. */
  public static HttpWebhooks toAnywhere(Clock clock) {
    return new HttpWebhooks(
        (host, limit) -> List.of(InetAddress.getAllByName(host)),
        AddressPolicy.everything(),
        clock);
  }

  /** With a look-up and a policy of a test's own. */
  static HttpWebhooks with(NameLookup lookup, AddressPolicy policy, Clock clock) {
    return new HttpWebhooks(lookup, policy, clock);
  }

  /** Fetches documents with the same client; ends with it. */
  public ClientDocuments documents() {
    return new HttpClientDocuments(client, deadlines);
  }

  /** With a deadline of a test's own. */
  ClientDocuments documents(Duration limit) {
    return new HttpClientDocuments(client, deadlines, limit);
  }

  private static CloseableHttpClient client(VettedAddresses addresses) {
    Http1Config lines =
        Http1Config.custom()
            .setMaxLineLength(MAX_HEADER_LINE)
            .setMaxHeaderCount(MAX_HEADERS)
            .build();
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(addresses)
                .setConnectionFactory(
                    ManagedHttpClientConnectionFactory.builder().http1Config(lines).build())
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS_PER_HOST)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(10))
                        .setSocketTimeout(Timeout.ofSeconds(10))
                        .setTimeToLive(CONNECTION_LIFE)
                        .build())
                .setDefaultSocketConfig(
                    SocketConfig.custom()
                        .setTcpNoDelay(true)
                        .setSoTimeout(Timeout.ofSeconds(10))
                        .build())
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setExpectContinueEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setConnectionRequestTimeout(Timeout.ofSeconds(10))
                .setResponseTimeout(Timeout.ofSeconds(10))
                .build())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .disableDefaultUserAgent()
        .build();
  }

  @Override
  public byte[] encode(Event event) {
    return EventJson.bytes(event);
  }

  @Override
  public Answer post(Request request) {
    HttpPost post = new HttpPost(request.url());
    for (Map.Entry<String, String> header : request.headers()) {
      post.addHeader(header.getKey(), header.getValue());
    }
    post.setEntity(new ByteArrayEntity(request.body(), (ContentType) null));
    ScheduledFuture<?> deadline =
        deadlines.schedule(() -> post.abort(), request.limit().toMillis(), TimeUnit.MILLISECONDS);
    try {
      ClassicHttpResponse response = client.executeOpen(null, post, null);
      deadline.cancel(false);
      Answer answer = answer(response);
      finish(post, response);
      return answer;
    } catch (IOException | RuntimeException failure) {
      return Answer.none(deadline.isDone() && post.isAborted() ? "timeout" : word(failure));
    } finally {
      deadline.cancel(false);
    }
  }

  private Answer answer(ClassicHttpResponse response) {
    Header header = response.getFirstHeader("Retry-After");
    Duration wait = header == null ? null : RetryAfter.read(header.getValue(), clock.instant());
    return Answer.of(response.getCode(), wait);
  }

  /** Reads the little that makes the connection usable again, or cuts it. */
  private void finish(HttpPost post, ClassicHttpResponse response) {
    ScheduledFuture<?> cut =
        deadlines.schedule(() -> post.abort(), BODY_TIME.toMillis(), TimeUnit.MILLISECONDS);
    try {
      if (!ends(response.getEntity())) {
        post.abort();
      }
      response.close();
    } catch (IOException e) {
      // The answer is known; only the connection is lost.
      post.abort();
    } finally {
      cut.cancel(false);
    }
  }

  private static boolean ends(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return true;
    }
    InputStream body = entity.getContent();
    return body.readNBytes(MAX_BODY_BYTES).length < MAX_BODY_BYTES;
  }

  /** Why there was no answer, in a word that says nothing of the receiver. */
  private static String word(Exception failure) {
    if (failure instanceof VettedAddresses.ForbiddenAddressException) {
      return "forbidden_address";
    }
    if (failure instanceof UnknownHostException) {
      return "unknown_host";
    }
    if (failure instanceof SSLException) {
      return "tls_error";
    }
    if (failure instanceof SocketTimeoutException) {
      return "timeout";
    }
    if (failure instanceof ConnectException || failure instanceof NoRouteToHostException) {
      return "connect_failed";
    }
    return failure instanceof MessageConstraintException
            || failure.getCause() instanceof HttpException
        ? "malformed_answer"
        : "connection_lost";
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    deadlines.shutdownNow();
  }
}
