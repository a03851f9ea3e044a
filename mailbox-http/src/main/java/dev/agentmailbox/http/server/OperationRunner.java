package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.table.Answer;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.IdempotencyClaim;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.operation.Once;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.StoreException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a request whose body has arrived, runs its operation and sends the answer. Thread safe. */
final class OperationRunner {
  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);
  private static final String REPLAYED = "Idempotency-Replayed";

  private final Answers answers;

  OperationRunner(Answers answers) {
    this.answers = answers;
  }

  /** Runs a stage of a request; whatever it throws becomes an answer. */
  void guarded(HttpServerExchange exchange, RequestState state, Runnable stage) {
    try {
      stage.run();
    } catch (MailboxException refusal) {
      if (refusal.code() == ErrorCode.INTERNAL_ERROR) {
        LOG.error("request {} failed", state.requestId, refusal);
      }
      answers.refuse(exchange, state, refusal);
    } catch (StoreException unavailable) {
      LOG.error("request {}: the store failed", state.requestId, unavailable);
      answers.refuse(
          exchange,
          state,
          MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "the store is temporarily unavailable"));
    } catch (RuntimeException bug) {
      LOG.error("request {} failed", state.requestId, bug);
      if (exchange.isResponseStarted()) {
        exchange.endExchange();
        return;
      }
      answers.refuse(
          exchange, state, MailboxException.of(ErrorCode.INTERNAL_ERROR, "internal error"));
    }
  }

  /** Reads the request, runs the operation, answers. */
  void run(HttpServerExchange exchange, RequestState state, byte[] body) {
    Operation operation = state.route().operation();
    HeaderMap headers = exchange.getRequestHeaders();
    RequestReader.Read read =
        state.route().reader().read(state.pathValues, state.query, headers::get, body);
    Call call =
        new Call(
            operation,
            state.requestId,
            state.caller,
            read.parameters(),
            read.body(),
            read.bodyJson(),
            state.client(),
            claim(state, read));
    answers.send(exchange, state, reply(operation, call));
  }

  private static Reply reply(Operation operation, Call call) {
    try {
      return operation.handler().handle(call);
    } catch (Once.Replay replay) {
      IdempotencyStore.Answer answer = replay.answer();
      Reply repeated =
          answer.body().isEmpty()
              ? Reply.noContent()
              : Reply.bytes(
                  answer.status(), Answer.JSON, answer.body().getBytes(StandardCharsets.UTF_8));
      return repeated.with(REPLAYED, "true");
    }
  }

  private static @Nullable IdempotencyClaim claim(RequestState state, RequestReader.Read read) {
    String key = read.idempotencyKey();
    if (key == null) {
      return null;
    }
    String bodyHash = StrictJson.canonicalHash(read.bodyJson());
    return new IdempotencyClaim(
        space(state.caller, bodyHash),
        state.route().operation().id(),
        String.join("/", state.segments),
        key,
        bodyHash);
  }

  /**
   * Organization and key scope. Strangers who call a public operation share no space: there the
   * body is part of the name, so that nobody meets another's key.
   */
  private static String space(@Nullable Caller caller, String bodyHash) {
    if (caller == null) {
      return "public " + bodyHash;
    }
    Scope scope = caller.scope();
    return scope.organizationId() + ' ' + scope.type() + ' ' + scope.id();
  }
}
