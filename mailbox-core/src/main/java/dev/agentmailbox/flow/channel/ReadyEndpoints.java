package dev.agentmailbox.flow.channel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Endpoints that wait for a worker, first come first served. Those whose last attempt failed or was
 * slow wait apart and get only a part of the workers, so that they never hold up the others. An
 * endpoint is with one worker at a time. Thread safe.
 */
final class ReadyEndpoints {
  private final int workers;
  private final int maxSuspects;
  private final Set<EndpointKey> sound = new LinkedHashSet<>();
  private final Set<EndpointKey> suspects = new LinkedHashSet<>();
  private final Set<EndpointKey> again = new HashSet<>();

  /** Being worked on; true for those that were taken as suspects. */
  private final Map<EndpointKey, Boolean> busy = new HashMap<>();

  private final Set<EndpointKey> known = new HashSet<>();
  private boolean lastWasSuspect;

  ReadyEndpoints(int workers, int maxSuspects) {
    this.workers = workers;
    this.maxSuspects = maxSuspects;
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
    if (busy.size() >= workers) {
      return Optional.empty();
    }
    long taken = busy.values().stream().filter(suspect -> suspect).count();
    boolean mayBeSuspect = !suspects.isEmpty() && taken < maxSuspects;
    // In turn, so that neither waits for the other's queue to be empty.
    boolean suspect = mayBeSuspect && (sound.isEmpty() || !lastWasSuspect);
    lastWasSuspect = suspect;
    Set<EndpointKey> queue = suspect ? suspects : sound;
    Optional<EndpointKey> next = queue.stream().findFirst();
    next.ifPresent(
        key -> {
          queue.remove(key);
          busy.put(key, suspect);
        });
    return next;
  }

  /** A worker is done with the endpoint. */
  synchronized void done(EndpointKey key, TurnResult result) {
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
