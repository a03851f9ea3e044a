package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.CodeWatcher;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers mail to humans over the service's transport, bypassing the outbox: a code is
 * short-lived, so it is not stored, and a lost one is requested again. Asynchronous, so that
 * response times do not reveal whether mail is sent. Nothing is sent to the service's own domains,
 * where an agent could read it.
 *
 * <p>Thread safe.
 */
public final class HumanMailer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HumanMailer.class);
  private static final int THREADS = 2;

  /** Most mails queued or in progress; more are dropped. */
  private static final int MAX_WAITING = 1_000;

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  /** Delays before retries after temporary failures. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(120));

  private final MailboxContext context;
  private final MailTransport transport;
  private final CodeWatcher watcher;
  private final String appUrl;
  private final Semaphore permits = new Semaphore(MAX_WAITING);
  private final ScheduledExecutorService threads =
      new ScheduledThreads(THREADS, new DaemonThreads("human-mail"));

  /**
   * Creates a mailer; its threads start with the first mail.
   *
   * @param watcher observes every mailed code
   * @param appUrl base URL of the console
   */
  public HumanMailer(
      MailboxContext context, MailTransport transport, CodeWatcher watcher, String appUrl) {
    this.appUrl = appUrl;
    this.context = context;
    this.transport = transport;
    this.watcher = watcher;
  }

  /** Queues a mail; does not block. */
  public void send(CodeMail mail) {
    if (!permits.tryAcquire()) {
      LOG.warn("the queue of mail to humans is full; a mail was dropped");
      return;
    }
    schedule(Duration.ZERO, () -> first(mail));
  }

  private void first(CodeMail mail) {
    String email = mail.email();
    if (email == null) {
      permits.release();
      return;
    }
    if (context.settings().isOurAddress(email)) {
      permits.release();
      LOG.warn(
          "nothing is mailed to {}: its address is in a domain of this service", mail.userId());
      return;
    }
    watcher.codeMailed(mail.purpose().noun(), email, mail.code());
    attempt(mail, email, 0);
  }

  private void attempt(CodeMail mail, String email, int attempt) {
    Outcome outcome = handOver(mail, email);
    Duration pause = attempt < PAUSES.size() ? PAUSES.get(attempt) : Duration.ZERO;
    boolean again =
        (outcome.kind() == Kind.TEMPORARY || outcome.kind() == Kind.BUSY)
            && !pause.isZero()
            && context.now().plus(pause).isBefore(mail.expiresAt());
    if (again) {
      schedule(pause, () -> attempt(mail, email, attempt + 1));
      return;
    }
    permits.release();
    if (outcome.kind() != Kind.ACCEPTED) {
      LOG.warn("a mail for {} was not handed over: {}", mail.userId(), outcome.kind());
    }
  }

  private Outcome handOver(CodeMail mail, String email) {
    try {
      Outcome outcome =
          transport.handOver(mail.compose(email, context, appUrl), () -> {}).get(email);
      return outcome == null ? Outcome.of(Kind.UNKNOWN, null) : outcome;
    } catch (RuntimeException e) {
      LOG.error("a mail for {} could not be handed over", mail.userId(), e);
      return Outcome.of(Kind.REJECTED, null);
    }
  }

  private void schedule(Duration pause, Runnable work) {
    try {
      var unused = threads.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      permits.release();
      LOG.info("the service is stopping; a mail for a human was not sent");
    }
  }

  /** Finishes hand-overs in progress; pending retries are dropped. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
