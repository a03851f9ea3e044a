package dev.agentmailbox.http.server;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.TokenBuckets;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * State of a running request. Used by one thread at a time; Undertow's dispatch between threads
 * makes writes visible.
 */
final class RequestState {
  private static final AttachmentKey<RequestState> KEY = AttachmentKey.create(RequestState.class);

  final String requestId;
  final long startNanos = System.nanoTime();
  final CompletableFuture<Void> callerGone = new CompletableFuture<>();
  @Nullable Route route;
  List<String> segments = List.of();
  List<String> pathValues = List.of();
  Map<String, List<String>> query = Map.of();
  @Nullable InetAddress client;
  @Nullable Caller caller;

  /** Whether the console asks: a request of its own, or one with a session and without a key. */
  boolean ofHuman;

  @Nullable SessionCookie session;
  TokenBuckets.@Nullable Decision keyRate;

  private RequestState(String requestId) {
    this.requestId = requestId;
  }

  static RequestState start(HttpServerExchange exchange, String requestId) {
    RequestState state = new RequestState(requestId);
    exchange.putAttachment(KEY, state);
    return state;
  }

  static RequestState of(HttpServerExchange exchange) {
    RequestState state = exchange.getAttachment(KEY);
    if (state == null) {
      throw new IllegalStateException("the request did not come through the pipeline");
    }
    return state;
  }

  /** The row of the request, once routed. */
  Route route() {
    if (route == null) {
      throw new IllegalStateException("the request has no route yet");
    }
    return route;
  }

  /** The holder charged for shared limits, such as memory. */
  Object holder() {
    Caller known = caller;
    if (known == null) {
      return AddressRange.ofCaller(client());
    }
    return known.scope().organizationId().isEmpty() ? known.id() : known.scope().organizationId();
  }

  InetAddress client() {
    if (client == null) {
      throw new IllegalStateException("the client's address is not known yet");
    }
    return client;
  }
}
