package dev.agentmailbox.port.event;

import dev.agentmailbox.event.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends webhook requests. Thread safe.
 *
 * <p>Implementations connect only to public unicast addresses (IANA special-purpose address
 * registries, RFC 6890), checked at connect time on the resolved address; they do not follow
 * redirects, do not retry, and neither wait for nor keep the response body.
 */
public interface WebhookTransport extends AutoCloseable {
  /**
   * Encodes an event as JSON in UTF-8.
   *
   * @param template the form of the body; null for the envelope that all channels send
   */
  byte[] encode(Event event, @Nullable String template);

  /**
   * Sends one POST; returns within the request's time limit whatever the receiver does. Never
   * throws.
   */
  Answer post(Request request);

  @Override
  void close();

  /**
   * A request.
   *
   * @param url validated by the caller
   * @param headers in order, all but Content-Length
   * @param body must not be modified afterwards
   * @param limit for the whole exchange, from DNS lookup to the last response header
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Request(String url, List<Map.Entry<String, String>> headers, byte[] body, Duration limit) {
    /** Omits everything: URL and headers may contain secrets. */
    @Override
    public String toString() {
      return "Request[…]";
    }
  }

  /**
   * A response, or the failure to get one.
   *
   * @param status HTTP status code; null when there was no response
   * @param retryAfter parsed Retry-After; null when absent
   * @param error one word, why there was no response; null when there was one
   */
  record Answer(@Nullable Integer status, @Nullable Duration retryAfter, @Nullable String error) {
    public static Answer of(int status, @Nullable Duration retryAfter) {
      return new Answer(status, retryAfter, null);
    }

    public static Answer none(String error) {
      return new Answer(null, null, error);
    }

    public boolean isSuccess() {
      return status != null && status >= 200 && status < 300;
    }
  }
}
