package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.server.connection.ByteBudget;
import dev.agentmailbox.http.server.connection.UnreadBody;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.service.work.OutOfMemory;
import io.undertow.io.Receiver;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Reads a request body without blocking and enforces its size limit: Undertow's own limit resets
 * the connection instead of responding.
 */
public final class BodyReader {
  private static final Pattern JSON =
      Pattern.compile("application/json(\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?)?\\s*");
  private static final Pattern FORM =
      Pattern.compile(
          "application/x-www-form-urlencoded(\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?)?\\s*");
  private static final int MAX_INITIAL_BYTES = 64 * 1024;

  private final BodySize size;
  private final ByteBudget.Share share;
  private final ByteArrayOutputStream bytes;
  private boolean refused;

  private BodyReader(BodySize size, ByteBudget.Share share, int expectedBytes) {
    this.size = size;
    this.share = share;
    this.bytes = new ByteArrayOutputStream(expectedBytes);
  }

  /** Called once, on any thread, with the whole body or the refusal. */
  interface Sink {
    void complete(HttpServerExchange exchange, byte[] body);

    void refuse(HttpServerExchange exchange, MailboxException refusal);
  }

  /**
   * Checks media type and Content-Length.
   *
   * @throws MailboxException {@code unsupported_media_type}, {@code payload_too_large}
   */
  static void checkHeaders(HttpServerExchange exchange, BodySize size) {
    HeaderValues types = exchange.getRequestHeaders().get(Headers.CONTENT_TYPE);
    boolean form = size == BodySize.FORM;
    boolean right =
        types != null
            && types.size() == 1
            && (form ? FORM : JSON).matcher(types.getFirst().toLowerCase(Locale.ROOT)).matches();
    if (!right) {
      throw MailboxException.of(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "the request body must be application/" + (form ? "x-www-form-urlencoded" : "json"));
    }
    if (exchange.getRequestContentLength() > size.maxBytes()) {
      exchange.setPersistent(false);
      UnreadBody.limit(exchange);
      throw RequestReader.tooLarge(size.maxBytes());
    }
  }

  /**
   * Starts reading.
   *
   * @param share of the body memory; closed when the exchange ends
   */
  static void read(HttpServerExchange exchange, BodySize size, ByteBudget.Share share, Sink sink) {
    long announced = Math.max(exchange.getRequestContentLength(), 0);
    exchange.addExchangeCompleteListener(
        (done, next) -> {
          share.close();
          next.proceed();
        });
    BodyReader reader = new BodyReader(size, share, (int) Math.min(announced, MAX_INITIAL_BYTES));
    Receiver receiver = exchange.getRequestReceiver();
    BiConsumer<HttpServerExchange, Exception> failed =
        // The connection broke or timed out during the body: there is no one to respond to.
        (broken, cause) -> {
          broken.setPersistent(false);
          broken.endExchange();
        };
    receiver.receivePartialBytes(
        (current, part, last) -> reader.take(current, part, last, sink),
        (broken, cause) -> failed.accept(broken, cause));
  }

  private void take(HttpServerExchange exchange, byte[] part, boolean last, Sink sink) {
    try {
      add(exchange, part, last, sink);
    } catch (OutOfMemoryError fatal) {
      // Undertow would swallow it; the uncaught exception handler decides.
      OutOfMemory.report(fatal);
      throw fatal;
    }
  }

  private void add(HttpServerExchange exchange, byte[] part, boolean last, Sink sink) {
    if (refused) {
      return;
    }
    if (bytes.size() + part.length > size.maxBytes()) {
      refused = true;
      exchange.setPersistent(false);
      sink.refuse(exchange, RequestReader.tooLarge(size.maxBytes()));
      return;
    }
    if (!share.take(part.length)) {
      refused = true;
      exchange.setPersistent(false);
      sink.refuse(
          exchange,
          MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the service is overloaded"));
      return;
    }
    bytes.writeBytes(part);
    if (last) {
      sink.complete(exchange, bytes.toByteArray());
    }
  }
}
