package dev.agentmailbox.service.webhook.dispatch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Endpoints waiting for a worker, in FIFO order. Endpoints whose last attempt failed or was slow
 * wait in a separate queue with a limited share of workers, so that they cannot delay the others.
 * An endpoint is processed by one worker at a time. Thread safe.
 */
final class ReadyEndpoints {
  /** A worker busy for longer no longer counts against the usual workers; it keeps its thread. */
  private static final long SLOW_NANOS = 1_000_000_000;

  private final WebhookLimits limits;
  private final LongSupplier nanos;
  private final Set<EndpointKey> sound = new LinkedHashSet<>();
  private final Set<EndpointKey> suspects = new LinkedHashSet<>();
  private final Set<EndpointKey> again = new HashSet<>();

  private final Map<EndpointKey, Taken> busy = new HashMap<>();

  private final Set<EndpointKey> known = new HashSet<>();
  private boolean lastWasSuspect;

  /**
   * Creates an empty queue.
   *
   * @param nanos a clock like {@link System#nanoTime}
   */
  ReadyEndpoints(WebhookLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  /** An endpoint being processed. */
  private record Taken(boolean suspect, long since) {
    boolean isSlow(long now) {
      return !suspect && now - since > SLOW_NANOS;
    }
  }

  /** Enqueues an endpoint unless it is queued. */
  synchronized void add(EndpointKey key) {
    if (busy.containsKey(key)) {
      again.add(key);
    } else if (known.contains(key)) {
      suspects.add(key);
    } else {
      sound.add(key);
    }
  }

  /** Dequeues an endpoint; empty when there is none or no worker is available for it. */
  synchronized Optional<EndpointKey> take() {
    long now = nanos.getAsLong();
    long slow = busy.values().stream().filter(taken -> taken.isSlow(now)).count();
    if (busy.size() - Math.min(slow, limits.workers().slow()) >= limits.workers().usual()) {
      return Optional.empty();
    }
    long taken = busy.values().stream().filter(Taken::suspect).count();
    boolean mayBeSuspect = !suspects.isEmpty() && taken < limits.workers().suspects();
    // Alternate between the queues, so that neither starves.
    boolean suspect = mayBeSuspect && (sound.isEmpty() || !lastWasSuspect);
    lastWasSuspect = suspect;
    Set<EndpointKey> queue = suspect ? suspects : sound;
    Optional<EndpointKey> next = queue.stream().findFirst();
    next.ifPresent(
        key -> {
          queue.remove(key);
          busy.put(key, new Taken(suspect, now));
        });
    return next;
  }

  /** Called when a worker has finished with the endpoint. */
  synchronized void done(EndpointKey key, RoundResult result) {
    busy.remove(key);
    if (result.posted() > 0) {
      if (result.suspect()) {
        known.add(key);
      } else {
        known.remove(key);
      }
    }
    if (again.remove(key) || result.again()) {
      add(key);
    }
  }

  /** Marks an endpoint that was failing before this process started. */
  synchronized void suspect(EndpointKey key) {
    known.add(key);
  }
}
