package dev.agentmailbox.http.api.common;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.Slots;
import dev.agentmailbox.service.event.EventStream;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous waits for an event in an organization's log. One thread checks all waits, at their
 * start and whenever the log grows; results are processed on other threads, because parsing mail
 * takes time. A wait ends on its timeout, when its caller disconnects, and on stop. Thread safe.
 */
public final class EventWaits implements AutoCloseable {
  // spec Decisions.14
  /** Concurrent waits per key. */
  static final int MAX_OF_KEY = 10;

  // spec Decisions.14
  /** Concurrent waits per organization; its people have as many again, whose pages wait. */
  static final int MAX_OF_ORGANIZATION = 50;

  /** Suggested wait: a slot may be free by then. */
  private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(5);

  /** Threads that process results. */
  private static final int ANSWERING_THREADS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(EventWaits.class);

  private final EventStream stream;
  private final Slots<String> ofKey = new Slots<>(MAX_OF_KEY);
  private final Slots<String> ofOrganization = new Slots<>(MAX_OF_ORGANIZATION);
  private final Set<Wait<?>> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService looking =
      new ScheduledThreads(1, DaemonThreads.named("mailbox-waits"));
  private final ExecutorService answering =
      Executors.newFixedThreadPool(ANSWERING_THREADS, new DaemonThreads("mailbox-wait-answers"));

  public EventWaits(EventStream stream) {
    this.stream = stream;
  }

  /**
   * Waits for a result.
   *
   * @param callerGone ends the wait
   * @param look called at once and whenever the log grows; must be fast, may throw
   * @return the result; empty on timeout
   * @throws MailboxException {@code rate_limited}
   */
  public <T> CompletionStage<Optional<T>> until(
      Caller caller, CompletionStage<Void> callerGone, Duration limit, Supplier<Optional<T>> look) {
    Wait<T> wait = new Wait<>(caller, look);
    wait.takeSlots();
    open.add(wait);
    try {
      wait.begin(limit);
    } catch (RuntimeException failure) {
      wait.end(() -> wait.answer.completeExceptionally(failure), Runnable::run);
      throw failure;
    }
    callerGone.thenRun(wait::giveUp);
    return wait.answer;
  }

  /** Number of open waits. */
  int count() {
    return open.size();
  }

  private final class Wait<T> {
    private final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean lookIsDue = new AtomicBoolean();
    private final String keyId;
    private final String organizationId;
    private final String group;
    private final Supplier<Optional<T>> look;
    private volatile EventStream.@Nullable Subscription subscription;
    private volatile @Nullable Future<?> timeUp;

    private Wait(Caller caller, Supplier<Optional<T>> look) {
      this.keyId = caller.id();
      this.organizationId = caller.scope().organizationId();
      this.group = (caller instanceof Caller.Human ? "people of " : "") + organizationId;
      this.look = look;
    }

    private void takeSlots() {
      if (!ofOrganization.take(group)) {
        throw full("too many callers of this organization are waiting");
      }
      if (!ofKey.take(keyId)) {
        ofOrganization.free(group);
        throw full("too many of your calls are waiting");
      }
    }

    private MailboxException full(String text) {
      return MailboxException.of(ErrorCode.RATE_LIMITED, text).retryAfter(RETRY_WHEN_FULL);
    }

    /** Subscribes before the first look, so that no event between the two is missed. */
    private void begin(Duration limit) {
      subscription = stream.open(organizationId, grown -> wake());
      timeUp = looking.schedule(this::giveUp, limit.toMillis(), TimeUnit.MILLISECONDS);
      look(Runnable::run);
      if (over.get()) {
        release();
      }
    }

    private void wake() {
      if (lookIsDue.compareAndSet(false, true)) {
        try {
          looking.execute(() -> look(answering));
        } catch (RejectedExecutionException stopping) {
          LOG.debug("the service is stopping");
        }
      }
    }

    private synchronized void look(Executor answers) {
      lookIsDue.set(false);
      if (over.get()) {
        return;
      }
      try {
        Optional<T> found = look.get();
        if (found.isPresent()) {
          end(() -> answer.complete(found), answers);
        }
      } catch (RuntimeException failure) {
        end(() -> answer.completeExceptionally(failure), answers);
      }
    }

    private void giveUp() {
      end(() -> answer.complete(Optional.empty()), answering);
    }

    /** Slots are released before the response, so that the caller may wait again at once. */
    private void end(Runnable answerIt, Executor answers) {
      if (!over.compareAndSet(false, true)) {
        return;
      }
      open.remove(this);
      ofKey.free(keyId);
      ofOrganization.free(group);
      release();
      answers.execute(answerIt);
    }

    private void release() {
      EventStream.Subscription listening = subscription;
      if (listening != null) {
        listening.close();
      }
      Future<?> timer = timeUp;
      if (timer != null) {
        timer.cancel(false);
      }
    }
  }

  /** Ends every wait without a result. */
  @Override
  public void close() {
    looking.shutdown();
    open.forEach(Wait::giveUp);
    answering.shutdown();
  }
}
