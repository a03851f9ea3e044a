package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.TrustedProxies;
import dev.agentmailbox.http.server.connection.BodyDeadline;
import dev.agentmailbox.http.server.connection.ByteBudget;
import dev.agentmailbox.http.server.connection.FramingGuard;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.http.server.connection.RequestTarget;
import dev.agentmailbox.http.server.connection.UnreadBody;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.Router;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.service.work.OutOfMemory;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.ExchangeCompletionListener;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * Stages of a request, in the order of decisions section 1 rule 8.
 *
 * <pre>
 * I/O thread     request id, framing, body deadline, path and route, 429 by address
 * worker thread  401, 429 by key, daily calls, 403 claim and human required, 415, 413
 * I/O thread     the body, if any, without blocking
 * worker thread  400, the operation, the response
 * </pre>
 *
 * <p>Without a body both worker stages run as one task; operations answered at once stay on the I/O
 * thread. Thread safe.
 */
public final class Pipeline implements HttpHandler {
  private static final Logger ACCESS = LoggerFactory.getLogger("dev.agentmailbox.http.access");
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final byte[] NO_BYTES = new byte[0];

  private final Router router;
  private final Map<Operation, Route> routes = new HashMap<>();
  private final IdFactory ids;
  private final ResponseWriter answers;
  private final Admission admission;
  private final OperationRunner runner;
  private final TrustedProxies proxies;
  private final HttpLimits limits;
  private final InFlight inFlight = new InFlight();
  private final ByteBudget bodies = new ByteBudget();

  /** Separate, so that anonymous requests cannot starve callers with a key. */
  private final ByteBudget bodiesOfStrangers = new ByteBudget();

  private final WorkerPool workers;

  Pipeline(
      OperationTable table,
      IdFactory ids,
      ResponseWriter answers,
      Admission admission,
      TrustedProxies proxies,
      HttpMetrics metrics,
      HttpLimits limits,
      WorkerPool workers) {
    this.router = table.router();
    this.ids = ids;
    this.answers = answers;
    this.admission = admission;
    this.runner = new OperationRunner(admission, answers, workers);
    this.proxies = proxies;
    this.limits = limits;
    this.workers = workers;
    for (Operation row : table.rows()) {
      routes.put(row, new Route(row, new RequestReader(row), metrics.of(row.id())));
    }
  }

  InFlight inFlight() {
    return inFlight;
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) {
    try {
      begin(exchange);
    } catch (OutOfMemoryError fatal) {
      // Undertow would swallow it; the uncaught exception handler decides.
      OutOfMemory.report(fatal);
      throw fatal;
    }
  }

  private void begin(HttpServerExchange exchange) {
    RequestState state = RequestState.start(exchange, ids.next(IdPrefix.REQUEST));
    answers.mark(exchange, state);
    boolean counted = inFlight.enter();
    exchange.addExchangeCompleteListener((done, next) -> completed(done, state, counted, next));
    runner.guarded(
        exchange,
        state,
        () -> {
          receive(exchange, state);
          if (!counted && !state.route().operation().is(Trait.ANSWERED_AT_ONCE)) {
            throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the service is stopping");
          }
          if (state.route().operation().is(Trait.ANSWERED_AT_ONCE)) {
            admit(exchange);
          } else {
            exchange.dispatch(workers, (HttpHandler) this::admit);
          }
        });
  }

  private void receive(HttpServerExchange exchange, RequestState state) {
    if (inFlight.isClosed()) {
      exchange.setPersistent(false);
    }
    FramingGuard.check(exchange)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
    try {
      findRoute(exchange, state);
    } finally {
      if (FramingGuard.hasBody(exchange)) {
        UnreadBody.expectContinue(exchange);
        boolean large =
            state.route != null && state.route.operation().bodySize() == BodySize.WITH_ATTACHMENTS;
        BodyDeadline.start(exchange, large ? limits.largeBodyTime() : limits.bodyTime());
      }
    }
    state.client = client(exchange);
    admission.checkAddress(exchange, state);
  }

  private void findRoute(HttpServerExchange exchange, RequestState state) {
    state.segments = RequestTarget.segments(rawPath(exchange));
    Router.Match match = router.find(state.segments);
    String method = exchange.getRequestMethod().toString();
    if (match == null && METHODS.contains(method)) {
      throw MailboxException.notFound("path")
          .fixedBy("This path does not exist; see the reference.");
    }
    Operation operation = match == null ? null : match.row(method);
    if (match == null || operation == null) {
      exchange
          .getResponseHeaders()
          .put(Headers.ALLOW, match == null ? String.join(", ", METHODS) : match.allow());
      throw MailboxException.of(
          ErrorCode.METHOD_NOT_ALLOWED, "this path does not support this method");
    }
    state.pathValues = match.values();
    state.query = RequestTarget.parameters(exchange.getQueryString());
    state.route = routes.get(operation);
  }

  /** The path as sent; the target may be in absolute form (RFC 9112 section 3.2.2). */
  private static String rawPath(HttpServerExchange exchange) {
    String target = exchange.getRequestURI();
    if (exchange.isHostIncludedInRequestURI()) {
      int path = target.indexOf('/', target.indexOf("://") + 3);
      return path < 0 ? "/" : target.substring(path);
    }
    return target;
  }

  private InetAddress client(HttpServerExchange exchange) {
    InetSocketAddress peer = exchange.getConnection().getPeerAddress(InetSocketAddress.class);
    if (peer == null) {
      throw MailboxException.of(ErrorCode.INVALID_REQUEST, "the client has disconnected");
    }
    HeaderValues forwarded = exchange.getRequestHeaders().get(Headers.X_FORWARDED_FOR);
    return proxies.client(peer.getAddress(), forwarded == null ? List.of() : forwarded);
  }

  private void admit(HttpServerExchange exchange) {
    RequestState state = RequestState.of(exchange);
    runner.guarded(
        exchange,
        state,
        () -> {
          admission.admit(exchange, state);
          if (!FramingGuard.hasBody(exchange)) {
            runner.run(exchange, state, NO_BYTES);
            return;
          }
          BodySize size = state.route().operation().bodySize();
          BodyReader.checkHeaders(exchange, size);
          // On the I/O thread: a read started by a worker while the I/O thread ends the exchange
          // would leave the connection stuck until its idle timeout.
          exchange.dispatch(
              exchange.getIoThread(),
              (HttpHandler) same -> runner.guarded(same, state, () -> readBody(same, state, size)));
        });
  }

  private void readBody(HttpServerExchange exchange, RequestState state, BodySize size) {
    if (HttpContinue.requiresContinueResponse(exchange)) {
      HttpContinue.sendContinueResponse(
          exchange,
          new IoCallback() {
            @Override
            public void onComplete(HttpServerExchange same, Sender sender) {
              readArriving(same, state, size);
            }

            @Override
            public void onException(HttpServerExchange same, Sender sender, IOException gone) {
              IoUtils.safeClose(same.getConnection());
            }
          });
    } else {
      readArriving(exchange, state, size);
    }
  }

  private void readArriving(HttpServerExchange exchange, RequestState state, BodySize size) {
    ByteBudget budget = state.caller == null ? bodiesOfStrangers : bodies;
    BodyReader.read(exchange, size, budget.open(state.holder()), new Body(state));
  }

  /** Dispatches an arrived body to a worker thread. */
  private final class Body implements BodyReader.Sink {
    private final RequestState state;

    Body(RequestState state) {
      this.state = state;
    }

    @Override
    public void complete(HttpServerExchange exchange, byte[] body) {
      exchange.dispatch(
          workers,
          (HttpHandler) same -> runner.guarded(same, state, () -> runner.run(same, state, body)));
    }

    @Override
    public void refuse(HttpServerExchange exchange, MailboxException refusal) {
      answers.refuse(exchange, state, refusal);
    }
  }

  private void completed(
      HttpServerExchange exchange,
      RequestState state,
      boolean counted,
      ExchangeCompletionListener.NextListener next) {
    try {
      long nanos = System.nanoTime() - state.startNanos;
      Route route = state.route;
      if (route != null) {
        route.metrics().answered(exchange.getStatusCode(), nanos);
      }
      if (ACCESS.isInfoEnabled()) {
        ACCESS.info(
            "{} {} {} {} {} {} {}us",
            state.requestId,
            exchange.getRequestMethod(),
            route == null ? "-" : route.operation().path().text(),
            route == null ? "-" : route.operation().id(),
            exchange.getStatusCode(),
            state.caller == null ? "-" : state.caller.id(),
            nanos / 1000);
      }
    } finally {
      // Only now: a stop that drains this request must find the connection idle.
      try {
        next.proceed();
      } finally {
        if (counted) {
          inFlight.leave();
        }
      }
    }
  }
}
