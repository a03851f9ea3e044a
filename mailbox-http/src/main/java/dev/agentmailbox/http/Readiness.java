package dev.agentmailbox.http;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Whether the store answers and the service is not stopping. Thread safe. */
final class Readiness {
  /** How long a result is cached. */
  static final Duration KEPT = Duration.ofSeconds(1);

  /** A store that takes longer counts as unavailable. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Probe<Boolean> store;
  private volatile boolean ended;

  Readiness(BooleanSupplier storeAnswers, Duration patience) {
    store = new Probe<>("mailbox-ready", storeAnswers::getAsBoolean, false, KEPT, patience);
  }

  /** The newest result, at most {@link #KEPT} old; false on timeout. */
  CompletionStage<Boolean> ask() {
    return store.ask();
  }

  /** The service is stopping: not ready from now on. */
  void end() {
    ended = true;
  }

  /** Whether the service is stopping. */
  boolean isEnded() {
    return ended;
  }
}
