package dev.agentmailbox.server.webhook;

import dev.agentmailbox.http.api.access.ClientDocumentJson;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches OAuth client metadata documents. Thread safe. */
public final class HttpClientDocuments implements ClientDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(HttpClientDocuments.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int MAX_BYTES = 5 * 1024;
  private static final int OK = 200;

  private final OutgoingHttp http;
  private final Duration limit;

  public HttpClientDocuments(OutgoingHttp http) {
    this(http, LIMIT);
  }

  /** With a given deadline, for tests. */
  HttpClientDocuments(OutgoingHttp http, Duration limit) {
    this.http = http;
    this.limit = limit;
  }

  @Override
  public Optional<Document> fetch(String address) {
    try {
      HttpGet get = new HttpGet(address);
      get.addHeader("Accept", "application/json");
      OutgoingHttp.Reply reply = http.exchange(get, limit, MAX_BYTES);
      String media = reply.mediaType();
      boolean json = media.equals("application/json") || media.endsWith("+json");
      return reply.status() == OK && json
          ? ClientDocumentJson.read(reply.body())
          : Optional.empty();
    } catch (IOException | RuntimeException failure) {
      LOG.info("fetching a client metadata document failed: {}", failure.getClass().getName());
      return Optional.empty();
    }
  }
}
