package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.table.IdempotencyClaim;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.SocketSession;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.service.work.OutOfMemory;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * Parses a request whose body has arrived, runs its operation and sends the response. Thread safe.
 */
final class OperationRunner {
  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);

  /** Suggested wait after a store failure. */
  private static final Duration STORE_RETRY = Duration.ofSeconds(5);

  private final Admission admission;
  private final ResponseWriter answers;
  private final Executor workers;

  OperationRunner(Admission admission, ResponseWriter answers, Executor workers) {
    this.admission = admission;
    this.answers = answers;
    this.workers = workers;
  }

  /** Runs a stage of a request and turns exceptions into responses. */
  void guarded(HttpServerExchange exchange, RequestState state, Runnable stage) {
    try {
      stage.run();
    } catch (MailboxException refusal) {
      if (refusal.code() == ErrorCode.INTERNAL_ERROR) {
        LOG.error("request {} failed", state.requestId, refusal);
      }
      refuse(exchange, state, refusal);
    } catch (StoreException unavailable) {
      if (unavailable.isFull()) {
        LOG.debug("request {}: the storage is full", state.requestId);
      } else {
        LOG.error("request {}: the store failed", state.requestId, unavailable);
      }
      refuse(exchange, state, refusal(unavailable));
    } catch (RejectedExecutionException stopping) {
      LOG.debug("request {}: a thread pool is full", state.requestId, stopping);
      refuse(
          exchange,
          state,
          MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "the service is stopping or overloaded"));
    } catch (RuntimeException bug) {
      LOG.error("request {} failed", state.requestId, bug);
      refuse(exchange, state, MailboxException.of(ErrorCode.INTERNAL_ERROR, "internal error"));
    } catch (OutOfMemoryError fatal) {
      // Undertow would swallow it; the uncaught exception handler decides.
      OutOfMemory.report(fatal);
      throw fatal;
    }
  }

  /** A response that has begun can only be cut short. */
  private void refuse(HttpServerExchange exchange, RequestState state, MailboxException refusal) {
    if (exchange.isResponseStarted()) {
      exchange.endExchange();
    } else {
      answers.refuse(exchange, state, refusal);
    }
  }

  private static MailboxException refusal(StoreException unavailable) {
    return unavailable.isFull()
        ? StorageFullException.refusal()
        : MailboxException.of(
                ErrorCode.UPSTREAM_UNAVAILABLE, "the store is temporarily unavailable")
            .retryAfter(STORE_RETRY);
  }

  /** Parses the request, runs the operation, responds. */
  void run(HttpServerExchange exchange, RequestState state, byte[] body) {
    Operation operation = state.route().operation();
    HeaderMap headers = exchange.getRequestHeaders();
    RequestReader.Read read =
        state.route().reader().read(state.pathValues, state.query, headers::get, body);
    Request.Origin origin =
        new Request.Origin(
            state.caller,
            state.session,
            state.client(),
            state.callerGone,
            calls -> admission.takeFurther(state, calls));
    Request call =
        new Request(
            operation,
            state.requestId,
            origin,
            new Request.Content(read.parameters(), read.body(), read.bodyJson()),
            claim(operation, origin, read));
    call.refuseIfWrong(read.problems());
    try {
      answer(exchange, state, operation.run(call));
    } catch (MailboxException refusal) {
      throw refusal.code() == ErrorCode.NOT_FOUND && hasNoInboxAddress(operation, state)
          ? refusal.fixedBy("An inbox_id is the full address, such as my-agent@example.com.")
          : refusal;
    }
  }

  private static boolean hasNoInboxAddress(Operation operation, RequestState state) {
    int index = operation.path().placeholders().indexOf("inbox_id");
    return index >= 0 && state.pathValues.get(index).indexOf('@') < 0;
  }

  /** Sends the response; an asynchronous one holds no thread until it completes. */
  private void answer(HttpServerExchange exchange, RequestState state, Response reply) {
    SocketSession socket = reply.socket();
    if (socket != null) {
      if (SocketUpgrade.isUpgradeRequest(exchange.getRequestHeaders())) {
        SocketUpgrade.start(exchange, socket, workers);
        return;
      }
      socket.closed();
      throw MailboxException.of(
          ErrorCode.INVALID_REQUEST, "the WebSocket handshake does not conform to RFC 6455");
    }
    CompletionStage<Response> later = reply.later();
    if (later == null) {
      answers.send(exchange, state, reply);
      return;
    }
    exchange.dispatch(
        exchange.getIoThread(), () -> await(exchange, state, later, executor(exchange, state)));
  }

  private Executor executor(HttpServerExchange exchange, RequestState state) {
    return state.route().operation().is(Trait.ANSWERED_AT_ONCE) ? exchange.getIoThread() : workers;
  }

  /** Runs on the I/O thread, so that watching has stopped before the response starts. */
  private void await(
      HttpServerExchange exchange,
      RequestState state,
      CompletionStage<Response> later,
      Executor answering) {
    Runnable stopWatch = CallerWatch.start(exchange, () -> state.callerGone.complete(null));
    later.whenComplete(
        (made, failure) ->
            exchange
                .getIoThread()
                .execute(
                    () -> {
                      stopWatch.run();
                      send(exchange, state, made, failure, answering);
                    }));
  }

  private void send(
      HttpServerExchange exchange,
      RequestState state,
      @Nullable Response made,
      @Nullable Throwable failure,
      Executor answering) {
    try {
      exchange.dispatch(
          answering,
          (HttpHandler) same -> guarded(same, state, () -> finish(same, state, made, failure)));
    } catch (RejectedExecutionException full) {
      LOG.warn("request {} could not be completed: all workers are busy", state.requestId);
      IoUtils.safeClose(exchange.getConnection());
    }
  }

  private void finish(
      HttpServerExchange exchange,
      RequestState state,
      @Nullable Response made,
      @Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RuntimeException refused) {
      throw refused;
    }
    if (made == null) {
      throw new IllegalStateException("an asynchronous response did not complete", failure);
    }
    answers.send(exchange, state, made);
  }

  private static @Nullable IdempotencyClaim claim(
      Operation operation, Request.Origin origin, RequestReader.Read read) {
    String key = read.idempotencyKey();
    return key == null || !read.problems().isEmpty()
        ? null
        : IdempotencyClaim.of(
            operation, origin, read.parameters(), key, StrictJson.canonicalHash(read.bodyJson()));
  }
}
