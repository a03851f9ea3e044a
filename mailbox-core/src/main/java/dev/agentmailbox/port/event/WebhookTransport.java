package dev.agentmailbox.port.event;

import dev.agentmailbox.event.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posts to webhook endpoints. Thread safe.
 *
 * <p>Implementations connect only to public unicast addresses (IANA special-purpose address
 * registries, RFC 6890), judged at each connection by the very address connected to; they follow no
 * redirect, repeat nothing by themselves, and neither wait for nor keep the body of an answer.
 */
public interface WebhookTransport extends AutoCloseable {
  /** The event as every channel sends it: the envelope as JSON in UTF-8. */
  byte[] encode(Event event);

  /** Posts once; ends within the request's limit whatever the receiver does. Never throws. */
  Answer post(Request request);

  @Override
  void close();

  /**
   * What is posted.
   *
   * @param url checked before
   * @param headers in order, everything but the length
   * @param body must not be changed afterwards
   * @param limit for all of it, from the look-up of the name to the last header of the answer
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Request(String url, List<Map.Entry<String, String>> headers, byte[] body, Duration limit) {
    /** Says nothing: addresses and headers may hold secrets. */
    @Override
    public String toString() {
      return "Request[…]";
    }
  }

  /**
   * What came back.
   *
   * @param status null when there was no answer
   * @param retryAfter what the answer asked for; null for nothing
   * @param error why there was no answer, one word; null when there was one
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
