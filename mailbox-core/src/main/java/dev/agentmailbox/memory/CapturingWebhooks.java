package dev.agentmailbox.memory;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.event.WebhookTransport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Posts nothing and keeps what would have been posted, for tests and for embedding without
 * webhooks. The core has no JSON, so the body of a request is only the event's id. Thread safe.
 */
public final class CapturingWebhooks implements WebhookTransport {
  /** Requests kept; the oldest go first. */
  public static final int MAX_KEPT = 10_000;

  private final List<Request> requests = new ArrayList<>();
  private Function<Request, Answer> receiver = request -> Answer.of(200, null);

  /** What answers from now on, instead of 200. */
  public synchronized CapturingWebhooks answering(Function<Request, Answer> answers) {
    receiver = answers;
    return this;
  }

  /** What was posted, oldest first. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The event ids that were posted, oldest first. */
  public synchronized List<String> eventIds() {
    return requests.stream().map(r -> new String(r.body(), StandardCharsets.UTF_8)).toList();
  }

  public synchronized void clear() {
    requests.clear();
  }

  @Override
  public byte[] encode(Event event) {
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
