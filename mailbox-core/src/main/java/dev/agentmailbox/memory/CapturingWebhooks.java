package dev.agentmailbox.memory;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.event.WebhookTransport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records webhook requests instead of sending them, for tests and for embedding without webhooks.
 * The core has no JSON encoder, so a request body is just the event's id. Thread safe.
 */
public final class CapturingWebhooks implements WebhookTransport {
  /** Most requests kept; the oldest are dropped. */
  public static final int MAX_KEPT = 10_000;

  private final List<Request> requests = new ArrayList<>();
  private Function<Request, Answer> receiver = request -> Answer.of(200, null);

  /** Replaces the default response, 200. */
  public synchronized CapturingWebhooks answering(Function<Request, Answer> answers) {
    receiver = answers;
    return this;
  }

  /** The recorded requests, oldest first. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The event ids of the recorded requests, oldest first. */
  public synchronized List<String> eventIds() {
    return requests.stream().map(r -> new String(r.body(), StandardCharsets.UTF_8)).toList();
  }

  public synchronized void clear() {
    requests.clear();
  }

  @Override
  public byte[] encode(Event event, @Nullable String template) {
    return event.id().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Answer post(Request request) {
    Function<Request, Answer> answers;
    synchronized (this) {
      if (requests.size() == MAX_KEPT) {
        requests.remove(0);
      }
      requests.add(request);
      answers = receiver;
    }
    return answers.apply(request);
  }

  @Override
  public void close() {
    clear();
  }
}
