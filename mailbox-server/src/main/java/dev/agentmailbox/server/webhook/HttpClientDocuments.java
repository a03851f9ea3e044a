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

/** Fetches the documents that OAuth clients publish about themselves. Thread safe. */
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

  /** With a deadline of a test's own. */
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
      LOG.info("the document of a client could not be fetched: {}", failure.getClass().getName());
      return Optional.empty();
    }
  }
}
