package dev.agentmailbox.server.webhook;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.http.api.event.WebhookBody;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.server.net.ForbiddenAddressException;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/** Posts events to webhook endpoints. Closes the HTTP client with it. Thread safe. */
public final class HttpWebhooks implements WebhookTransport {
  private final OutgoingHttp http;
  private final Clock clock;
  private final String appUrl;

  /**
   * Posts with this client.
   *
   * @param appUrl URL of the console, for links in bodies of templates
   */
  public HttpWebhooks(OutgoingHttp http, Clock clock, String appUrl) {
    this.http = http;
    this.clock = clock;
    this.appUrl = appUrl;
  }

  @Override
  public byte[] encode(Event event, @Nullable String template) {
    return WebhookBody.of(event, template, appUrl);
  }

  @Override
  public Answer post(Request request) {
    try {
      OutgoingHttp.Head head = http.send(httpPost(request), request.limit());
      return Answer.of(head.status(), retryAfter(head));
    } catch (IOException | RuntimeException failure) {
      return Answer.none(word(failure));
    }
  }

  private static HttpPost httpPost(Request request) {
    HttpPost post = new HttpPost(request.url());
    for (Map.Entry<String, String> header : request.headers()) {
      post.addHeader(header.getKey(), header.getValue());
    }
    post.setEntity(new ByteArrayEntity(request.body(), (ContentType) null));
    return post;
  }

  private @Nullable Duration retryAfter(OutgoingHttp.Head head) {
    Optional<String> value = head.retryAfter();
    return value.isEmpty() ? null : RetryAfter.read(value.get(), clock.instant());
  }

  /** An error code for a missing response that reveals nothing about the receiver. */
  static String word(Exception failure) {
    if (failure instanceof ConnectionRequestTimeoutException) {
      return "no_free_connection";
    }
    if (failure instanceof ForbiddenAddressException) {
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
    http.close();
  }
}
