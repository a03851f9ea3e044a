package dev.agentmailbox.http.api.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.Places;
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
 * Waits for something that an organization's log says, without holding a thread. It is looked for
 * at the beginning and whenever the log grew, by one thread for all. What is done with the answer
 * runs on others, because reading what strangers wrote takes its time. A wait ends with its time,
 * with its caller's connection, and with the process. Thread safe.
 */
public final class MessageWaits implements AutoCloseable {
  /** Waits of one key at once. */
  static final int MAX_OF_KEY = 10;

  /** Waits of all keys of an organization at once. */
  static final int MAX_OF_ORGANIZATION = 50;

  /** When one of the waits may be over. */
  private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(5);

  /** Answers that are made at once. */
  private static final int ANSWERING_THREADS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(MessageWaits.class);

  private final EventStream stream;
  private final Places<String> ofKey = new Places<>(MAX_OF_KEY);
  private final Places<String> ofOrganization = new Places<>(MAX_OF_ORGANIZATION);
  private final Set<Wait<?>> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService looking =
      new ScheduledThreads(1, DaemonThreads.named("mailbox-waits"));
  private final ExecutorService answering =
      Executors.newFixedThreadPool(ANSWERING_THREADS, new DaemonThreads("mailbox-wait-answers"));

  public MessageWaits(EventStream stream) {
    this.stream = stream;
  }

  /**
   * Waits until there is something.
   *
   * @param callerGone ends the wait
   * @param look asked at once, then each time the log grew; short, and may throw
   * @return what was found; empty when the time was up
   * @throws MailboxException {@code rate_limited}
   */
  public <T> CompletionStage<Optional<T>> until(
      Caller caller, CompletionStage<Void> callerGone, Duration limit, Supplier<Optional<T>> look) {
    Wait<T> wait = new Wait<>(caller, look);
    wait.takePlaces();
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

  /** Waits that have not ended. */
  int count() {
    return open.size();
  }

  private final class Wait<T> {
    private final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean lookIsDue = new AtomicBoolean();
    private final String keyId;
    private final String organizationId;
    private final Supplier<Optional<T>> look;
    private volatile EventStream.@Nullable Subscription subscription;
    private volatile @Nullable Future<?> timeUp;

    private Wait(Caller caller, Supplier<Optional<T>> look) {
      this.keyId = caller.id();
      this.organizationId = caller.scope().organizationId();
      this.look = look;
    }

    private void takePlaces() {
      if (!ofOrganization.take(organizationId)) {
        throw full("too many callers of this organization are waiting");
      }
      if (!ofKey.take(keyId)) {
        ofOrganization.free(organizationId);
        throw full("too many callers with this key are waiting");
      }
    }

    private MailboxException full(String text) {
      return MailboxException.of(ErrorCode.RATE_LIMITED, text).retryAfter(RETRY_WHEN_FULL);
    }

    /** Listens before it looks, so that nothing comes between the two. */
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
          LOG.debug("a wait ends with the process");
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

    /** Its places are free before its answer is there: the caller may ask again at once. */
    private void end(Runnable answerIt, Executor answers) {
      if (!over.compareAndSet(false, true)) {
        return;
      }
      open.remove(this);
      ofKey.free(keyId);
      ofOrganization.free(organizationId);
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

  /** Ends every wait with nothing. */
  @Override
  public void close() {
    looking.shutdown();
    open.forEach(Wait::giveUp);
    answering.shutdown();
  }
}
