package dev.agentmailbox.service.webhook.dispatch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Endpoints that wait for a worker, first come first served. Those whose last attempt failed or was
 * slow wait apart and get only a part of the workers, so that they never hold up the others. An
 * endpoint is with one worker at a time. Thread safe.
 */
final class ReadyEndpoints {
  /** Who is at it for longer gives its place to another; it keeps its thread. */
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
   * Nobody waits yet.
   *
   * @param nanos a clock like {@link System#nanoTime}
   */
  ReadyEndpoints(WebhookLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  /** Being worked on since then. */
  private record Taken(boolean suspect, long since) {
    boolean isSlow(long now) {
      return !suspect && now - since > SLOW_NANOS;
    }
  }

  /** Puts an endpoint at the end of its queue, unless it waits already. */
  synchronized void add(EndpointKey key) {
    if (busy.containsKey(key)) {
      again.add(key);
    } else if (known.contains(key)) {
      suspects.add(key);
    } else {
      sound.add(key);
    }
  }

  /** The next one that may be worked on; empty when there is none or no worker is free for it. */
  synchronized Optional<EndpointKey> take() {
    long now = nanos.getAsLong();
    long slow = busy.values().stream().filter(taken -> taken.isSlow(now)).count();
    if (busy.size() - Math.min(slow, limits.workers().slow()) >= limits.workers().usual()) {
      return Optional.empty();
    }
    long taken = busy.values().stream().filter(Taken::suspect).count();
    boolean mayBeSuspect = !suspects.isEmpty() && taken < limits.workers().suspects();
    // In turn, so that neither waits for the other's queue to be empty.
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

  /** A worker is done with the endpoint. */
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

  /** Says that an endpoint was failing before this process began. */
  synchronized void suspect(EndpointKey key) {
    known.add(key);
  }
}
