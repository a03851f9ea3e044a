package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.Protocols;
import java.util.Optional;

/**
 * Guards against request smuggling: refuses ambiguous framing (RFC 9112 section 6.3) and never
 * reuses a connection after a chunked body, since Undertow accepts more encodings of one than a
 * proxy in front might.
 */
public final class FramingGuard {
  private static final int MAX_LENGTH_DIGITS = 18;

  private FramingGuard() {}

  /** The refusal of a request with ambiguous framing; the connection must be closed after it. */
  public static Optional<MailboxException> check(HttpServerExchange exchange) {
    if (!exchange.getProtocol().equals(Protocols.HTTP_1_1)
        && !exchange.getProtocol().equals(Protocols.HTTP_1_0)) {
      return refusal(exchange, "only HTTP/1.1 and HTTP/1.0 are supported");
    }
    HeaderMap headers = exchange.getRequestHeaders();
    HeaderValues encoding = headers.get(Headers.TRANSFER_ENCODING);
    HeaderValues length = headers.get(Headers.CONTENT_LENGTH);
    if (encoding != null) {
      exchange.setPersistent(false);
      boolean plain =
          encoding.size() == 1
              && encoding.getFirst().equalsIgnoreCase("chunked")
              && length == null
              && exchange.getProtocol().equals(Protocols.HTTP_1_1);
      if (!plain) {
        return refusal(exchange, "the only supported Transfer-Encoding is chunked, with HTTP/1.1");
      }
    }
    if (length != null && (length.size() != 1 || !isNumber(length.getFirst()))) {
      return refusal(exchange, "Content-Length must be a single number");
    }
    return Optional.empty();
  }

  /** Whether a body follows the headers. */
  public static boolean hasBody(HttpServerExchange exchange) {
    return exchange.getRequestHeaders().contains(Headers.TRANSFER_ENCODING)
        || exchange.getRequestContentLength() > 0;
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_LENGTH_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static Optional<MailboxException> refusal(HttpServerExchange exchange, String text) {
    exchange.setPersistent(false);
    return Optional.of(MailboxException.of(ErrorCode.INVALID_REQUEST, text));
  }
}
