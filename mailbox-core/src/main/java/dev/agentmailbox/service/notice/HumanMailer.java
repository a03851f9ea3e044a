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
 * Hands mail for humans to the service's own transport, beside the outbox: a code is worth nothing
 * after some minutes, so it is not stored, and one that is lost is asked for again. The caller
 * never waits, so that it cannot tell from the time whether anything was sent. Nothing goes to an
 * address of the service's own domains: an agent could read it, whichever way it came back.
 *
 * <p>Thread safe.
 */
public final class HumanMailer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HumanMailer.class);
  private static final int THREADS = 2;

  /** Mails waiting or being tried at once; more are dropped. */
  private static final int MAX_WAITING = 1_000;

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  /** When a next hop that could not just now is asked again. */
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
  private final Semaphore room = new Semaphore(MAX_WAITING);
  private final ScheduledExecutorService threads =
      new ScheduledThreads(THREADS, new DaemonThreads("human-mail"));

  /**
   * A mailer; its threads start with the first mail.
   *
   * @param watcher told every code that is mailed
   * @param appUrl where humans sign in
   */
  public HumanMailer(
      MailboxContext context, MailTransport transport, CodeWatcher watcher, String appUrl) {
    this.appUrl = appUrl;
    this.context = context;
    this.transport = transport;
    this.watcher = watcher;
  }

  /** Takes a mail and returns at once. */
  public void send(HumanMail mail) {
    if (!room.tryAcquire()) {
      LOG.warn("too many mails wait for humans; one was dropped");
      return;
    }
    schedule(Duration.ZERO, () -> first(mail));
  }

  private void first(HumanMail mail) {
    String email = mail.email();
    if (email == null) {
      room.release();
      return;
    }
    if (context.settings().isOurAddress(email)) {
      room.release();
      LOG.warn(
          "nothing is mailed to {}: its address is in a domain of this service", mail.userId());
      return;
    }
    if (mail instanceof CodeMail code) {
      watcher.codeMailed(email, code.code());
    }
    attempt(mail, email, 0);
  }

  private void attempt(HumanMail mail, String email, int attempt) {
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
    room.release();
    if (outcome.kind() != Kind.ACCEPTED) {
      LOG.warn("a mail for {} was not handed over: {}", mail.userId(), outcome.kind());
    }
  }

  private Outcome handOver(HumanMail mail, String email) {
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
      room.release();
      LOG.info("the service stops; a mail for a human was not sent");
    }
  }

  /** Finishes what is being handed over; what waits for another attempt is dropped. */
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
