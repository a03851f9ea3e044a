package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.TokenBuckets;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.http.server.connection.ByteBudget;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.http.server.connection.SlowAnswer;
import dev.agentmailbox.http.server.connection.UnreadBody;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.work.OutOfMemory;
import io.undertow.io.IoCallback;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Sends responses and problem documents. Thread safe. */
final class ResponseWriter {
  static final HttpString REQUEST_ID = new HttpString("x-request-id");
  private static final HttpString NO_SNIFF = new HttpString("X-Content-Type-Options");
  private static final HttpString STRICT_TRANSPORT_SECURITY =
      new HttpString("Strict-Transport-Security");

  /** RFC 6797: browsers use only TLS for a year. */
  private static final String A_YEAR = "max-age=31536000";

  private static final HttpString RATE_LIMIT = new HttpString("RateLimit");
  private static final HttpString RATE_LIMIT_POLICY = new HttpString("RateLimit-Policy");

  private final String docsUrl;
  private final String keyPolicy;
  private final boolean https;
  private final Executor threads;
  private final HttpLimits limits;
  private final ByteBudget unsent = new ByteBudget();

  /**
   * Creates a writer.
   *
   * @param docsUrl URL of the reference, without a trailing slash
   * @param keyRate requests per minute and key
   * @param https whether clients reach the service over TLS
   * @param threads executor for long responses
   */
  ResponseWriter(String docsUrl, int keyRate, boolean https, Executor threads, HttpLimits limits) {
    this.docsUrl = docsUrl;
    this.https = https;
    this.threads = threads;
    this.limits = limits;
    this.keyPolicy = "\"key\";q=" + keyRate + ";w=60";
  }

  void send(HttpServerExchange exchange, RequestState state, Response reply) {
    exchange.setStatusCode(reply.status());
    if (state.caller != null) {
      exchange.getResponseHeaders().put(Headers.CACHE_CONTROL, "no-store");
    }
    for (Map.Entry<String, String> header : reply.headers()) {
      exchange.getResponseHeaders().put(new HttpString(header.getKey()), header.getValue());
    }
    addRate(exchange, state);
    InputStream stream = reply.stream();
    if (stream != null) {
      exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, String.valueOf(reply.contentType()));
      SlowAnswer.send(exchange, stream, threads, limits);
      return;
    }
    byte[] body = reply.body();
    if (body == null) {
      onIoThread(exchange, HttpServerExchange::endExchange);
      return;
    }
    if (reply.contentType() != null) {
      exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, reply.contentType());
    }
    if (body.length > SlowAnswer.DIRECT_BYTES) {
      sendLong(exchange, state, body);
    } else {
      onIoThread(exchange, same -> sendBody(same, body));
    }
  }

  /**
   * Ends an exchange with a short response on its I/O thread. Undertow lets the I/O thread spin
   * while another thread ends an exchange whose client has already sent the next request.
   */
  private static void onIoThread(HttpServerExchange exchange, Consumer<HttpServerExchange> end) {
    if (exchange.isInIoThread()) {
      end.accept(exchange);
    } else {
      exchange.dispatch(exchange.getIoThread(), (HttpHandler) same -> reportingMemory(same, end));
    }
  }

  private static void reportingMemory(
      HttpServerExchange exchange, Consumer<HttpServerExchange> end) {
    try {
      end.accept(exchange);
    } catch (OutOfMemoryError fatal) {
      // Undertow would swallow it; the uncaught exception handler decides.
      OutOfMemory.report(fatal);
      throw fatal;
    }
  }

  /** Sends a problem document. */
  void refuse(HttpServerExchange exchange, RequestState state, MailboxException refusal) {
    byte[] body = problem(exchange, state, refusal);
    // Without a route the framing may be unclear, and what follows must not be read as a body.
    IoCallback end = state.route == null ? IoCallback.END_EXCHANGE : UnreadBody.END;
    onIoThread(exchange, same -> sendBody(same, body, end));
  }

  /** Sets status and headers of a problem document. */
  private byte[] problem(
      HttpServerExchange exchange, RequestState state, MailboxException refusal) {
    Problem problem =
        new Problem(refusal, docsUrl, instance(exchange), state.requestId, state.ofHuman);
    exchange.setStatusCode(problem.status());
    exchange.getResponseHeaders().put(Headers.CACHE_CONTROL, "no-store");
    problem
        .retryAfterSeconds()
        .ifPresent(wait -> exchange.getResponseHeaders().put(Headers.RETRY_AFTER, wait));
    if (problem.status() == 401) {
      exchange.getResponseHeaders().put(Headers.WWW_AUTHENTICATE, challenge(exchange, state));
    }
    addRate(exchange, state);
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, Problem.CONTENT_TYPE);
    return problem.toJson();
  }

  /** Names the error only to who sent a key (RFC 6750 section 3.1). */
  private static String challenge(HttpServerExchange exchange, RequestState state) {
    List<String> parameters = new ArrayList<>();
    if (Admission.hasKey(exchange)) {
      parameters.add("error=\"invalid_token\"");
    }
    Optional.ofNullable(state.route)
        .flatMap(route -> route.operation().challenge())
        .ifPresent(challenge -> parameters.add(challenge.parameter()));
    return ("Bearer " + String.join(", ", parameters)).strip();
  }

  /** Headers of every response, including those Undertow creates. */
  void mark(HttpServerExchange exchange, RequestState state) {
    exchange.getResponseHeaders().put(REQUEST_ID, state.requestId);
    exchange.getResponseHeaders().put(NO_SNIFF, "nosniff");
    if (https) {
      exchange.getResponseHeaders().put(STRICT_TRANSPORT_SECURITY, A_YEAR);
    }
    exchange.addDefaultResponseListener(this::describeBareStatus);
  }

  /** Adds a problem document to error responses without a body. */
  private boolean describeBareStatus(HttpServerExchange exchange) {
    if (exchange.getStatusCode() < 400 || !exchange.isResponseChannelAvailable()) {
      return false;
    }
    MailboxException refusal = bareRefusal(exchange.getStatusCode());
    sendBody(exchange, problem(exchange, RequestState.of(exchange), refusal));
    return true;
  }

  private static MailboxException bareRefusal(int status) {
    return switch (status) {
      case 404 -> MailboxException.notFound("path");
      case 405 -> MailboxException.of(ErrorCode.METHOD_NOT_ALLOWED, "method not allowed");
      case 413 -> MailboxException.of(ErrorCode.PAYLOAD_TOO_LARGE, "the request is too large");
      case 503 -> MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the service is overloaded");
      default ->
          status < 500
              ? MailboxException.of(ErrorCode.INVALID_REQUEST, "the request is malformed")
              : MailboxException.of(ErrorCode.INTERNAL_ERROR, "internal error");
    };
  }

  private void addRate(HttpServerExchange exchange, RequestState state) {
    TokenBuckets.Decision rate = state.keyRate;
    if (rate != null) {
      exchange.getResponseHeaders().put(RATE_LIMIT_POLICY, keyPolicy);
      exchange
          .getResponseHeaders()
          .put(RATE_LIMIT, "\"key\";r=" + rate.remaining() + ";t=" + rate.resetSeconds());
    }
  }

  /** A long response stays in memory until the client has read it, so its bytes are counted. */
  private void sendLong(HttpServerExchange exchange, RequestState state, byte[] body) {
    ByteBudget.Share share = unsent.open(state.holder());
    // First, because it fails when the client has disconnected, and a reservation made before would
    // leak.
    exchange.addExchangeCompleteListener(
        (done, next) -> {
          share.close();
          next.proceed();
        });
    if (!share.take(body.length)) {
      throw MailboxException.of(
          ErrorCode.UPSTREAM_UNAVAILABLE, "too many responses are waiting for slow clients");
    }
    exchange.setResponseContentLength(body.length);
    SlowAnswer.send(exchange, new ByteArrayInputStream(body), threads, limits);
  }

  private static void sendBody(HttpServerExchange exchange, byte[] body) {
    sendBody(exchange, body, IoCallback.END_EXCHANGE);
  }

  private static void sendBody(HttpServerExchange exchange, byte[] body, IoCallback end) {
    exchange.setResponseContentLength(body.length);
    exchange.getResponseSender().send(ByteBuffer.wrap(body), end);
  }

  private static String instance(HttpServerExchange exchange) {
    String path = exchange.getRequestPath();
    return path.isEmpty() ? "/" : path;
  }
}
