package dev.agentmailbox.server.webhook;

import dev.agentmailbox.http.api.ClientDocumentJson;
import dev.agentmailbox.port.ClientDocuments;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the documents of programs with the client that posts to webhooks: from vetted addresses
 * only, without redirects. One deadline covers everything, and little is read. Thread safe.
 */
final class HttpClientDocuments implements ClientDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(HttpClientDocuments.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int MAX_BYTES = 5 * 1024;
  private static final int OK = 200;

  private final CloseableHttpClient client;
  private final ScheduledExecutorService deadlines;
  private final Duration limit;

  HttpClientDocuments(CloseableHttpClient client, ScheduledExecutorService deadlines) {
    this(client, deadlines, LIMIT);
  }

  /** With a deadline of a test's own. */
  HttpClientDocuments(
      CloseableHttpClient client, ScheduledExecutorService deadlines, Duration limit) {
    this.client = client;
    this.deadlines = deadlines;
    this.limit = limit;
  }

  @Override
  public Optional<Document> fetch(String address) {
    HttpGet get = new HttpGet(address);
    get.addHeader("Accept", "application/json");
    ScheduledFuture<?> deadline =
        deadlines.schedule(() -> get.abort(), limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      ClassicHttpResponse response = client.executeOpen(null, get, null);
      byte[] body = body(response);
      if (body.length == 0 || body.length > MAX_BYTES) {
        // Before the response is closed, which would read it to its end.
        get.abort();
      }
      response.close();
      return body.length > MAX_BYTES ? Optional.empty() : ClientDocumentJson.read(body);
    } catch (IOException | RuntimeException failure) {
      get.abort();
      LOG.info("the document of a client could not be fetched: {}", failure.getClass().getName());
      return Optional.empty();
    } finally {
      deadline.cancel(false);
    }
  }

  /** At most one byte too many; none for an answer that is no JSON document. */
  private static byte[] body(ClassicHttpResponse response) throws IOException {
    Header type = response.getFirstHeader("Content-Type");
    String media = type == null ? "" : type.getValue().toLowerCase(Locale.ROOT).split(";", 2)[0];
    boolean json = media.strip().equals("application/json") || media.strip().endsWith("+json");
    HttpEntity entity = response.getEntity();
    return response.getCode() == OK && json && entity != null
        ? entity.getContent().readNBytes(MAX_BYTES + 1)
        : new byte[0];
  }
}
