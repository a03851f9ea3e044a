package dev.agentmailbox.server.smtp;

import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.server.tls.ServerTls;
import dev.agentmailbox.server.tls.TlsFiles;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.subethamail.smtp.server.SMTPServer;

/**
 * The SMTP server (RFC 5321).
 *
 * <p>SubEthaSMTP provides connections, threads and line parsing; commands ({@link Verb}), TLS and
 * message parsing ({@link BodyParser}) are ours. One thread per connection. Thread safe.
 */
public final class SmtpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SmtpListener.class);

  /** How long {@link #close} waits for open transactions. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /** How long connection threads may take to end after their connections were closed. */
  private static final Duration THREADS_END = Duration.ofSeconds(2);

  private static final Duration THREAD_KEPT = Duration.ofSeconds(30);
  private static final Duration WATCH_EVERY = Duration.ofSeconds(1);

  /** Connections beyond the limit that may be open while they are refused. */
  private static final int REFUSALS_AT_ONCE = 50;

  /** The library admits this many more than configured. */
  private static final int LIBRARY_EXTRA = 10;

  private static final int BACKLOG = 200;

  private final SmtpSettings settings;
  private final Conversations conversations;
  private final DrainableServerSocket listening;
  private final SMTPServer server;
  private final ScheduledExecutorService watch =
      new ScheduledThreads(1, DaemonThreads.named("smtp-watch"));

  private SmtpListener(SmtpSettings settings, MailReceiver receiver, Clock clock)
      throws IOException {
    this.settings = settings;
    this.conversations = new Conversations(settings);
    this.listening = new DrainableServerSocket();
    this.server = server(settings);
    for (Verb verb : verbs(receiver, tlsContext(settings.tls(), clock), clock)) {
      server.getCommandHandler().addCommand(verb);
    }
  }

  /** {@link #bind} and {@link #open}. */
  public static SmtpListener start(SmtpSettings settings, MailReceiver receiver, Clock clock)
      throws IOException {
    SmtpListener listener = bind(settings, receiver, clock);
    listener.open();
    return listener;
  }

  /**
   * Binds the port; until {@link #open}, connections are refused with 421.
   *
   * @param clock for the date in Received headers
   * @throws BindException when the port cannot be bound
   * @throws IOException when the certificate is unusable
   */
  public static SmtpListener bind(SmtpSettings settings, MailReceiver receiver, Clock clock)
      throws IOException {
    SmtpListener listener = new SmtpListener(settings, receiver, clock);
    try {
      listener.server.start();
    } catch (RuntimeException e) {
      listener.watch.shutdownNow();
      listener.listening.close();
      String address = settings.host() + ":" + settings.port();
      Throwable why = e.getCause() == null ? e : e.getCause();
      BindException refused =
          new BindException("cannot listen on " + address + ": " + why.getMessage());
      refused.initCause(e);
      throw refused;
    }
    long every = WATCH_EVERY.toMillis();
    var unused =
        listener.watch.scheduleWithFixedDelay(
            listener.conversations::cutOverdue, every, every, TimeUnit.MILLISECONDS);
    return listener;
  }

  /** Starts accepting mail. */
  public void open() {
    conversations.take();
    LOG.info(
        "SMTP listens on {}:{}{}",
        settings.host(),
        port(),
        settings.tls() == null ? "" : " with STARTTLS");
  }

  /** The TCP port in use. */
  public int port() {
    return server.getPortAllocated();
  }

  /** The number of open connections. */
  public int connections() {
    return conversations.count();
  }

  /** {@link #stop} with 5 seconds. */
  @Override
  public void close() {
    stop(DRAIN);
  }

  /**
   * Stops: refuses new connections, sends 421 to idle ones, waits for open transactions, then
   * closes the rest. Takes at most two seconds longer than the limit.
   *
   * @param limit longest wait for open transactions
   */
  public void stop(Duration limit) {
    listening.stopListening();
    Thread farewell = DaemonThreads.named("smtp-farewell", conversations::dismissIdle);
    farewell.start();
    try {
      int left = conversations.awaitNone(limit);
      if (left > 0) {
        LOG.info("SMTP stopped; {} connections were closed during a transaction", left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    conversations.cutAll();
    stopLibrary();
    watch.shutdownNow();
    LOG.info("SMTP stopped");
  }

  /** The library waits for its threads without a limit, and one may be blocked in storage. */
  private void stopLibrary() {
    Thread stopping = DaemonThreads.named("smtp-stop", server::stop);
    stopping.start();
    try {
      stopping.join(THREADS_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (stopping.isAlive()) {
      LOG.warn("SMTP stopped while a message was still being stored");
    }
  }

  private List<Verb> verbs(MailReceiver receiver, @Nullable SSLContext tls, Clock clock) {
    List<Verb> verbs = new ArrayList<>(SmallVerb.all(conversations));
    verbs.add(GreetingVerb.ehlo(settings, conversations));
    verbs.add(GreetingVerb.helo(settings, conversations));
    verbs.add(new MailVerb(settings, conversations));
    verbs.add(new RcptVerb(settings, receiver, conversations));
    ReceivedHeader received = new ReceivedHeader(settings.hostName(), clock);
    verbs.add(new DataVerb(settings, receiver, received, conversations));
    verbs.add(new StartTlsVerb(tls, conversations));
    return verbs;
  }

  private SMTPServer server(SmtpSettings settings) throws IOException {
    int sessions = settings.limits().connections() + REFUSALS_AT_ONCE;
    return new SMTPServer.Builder()
        .bindAddress(InetAddress.getByName(settings.host()))
        .port(settings.port())
        .backlog(BACKLOG)
        .hostName(settings.hostName())
        .softwareName("Agent Mailbox")
        .serverThreadName("smtp-accept")
        .serverSocketFactory(() -> listening)
        .insertReceivedHeaders(false)
        .maxConnections(sessions)
        .connectionTimeoutMs((int) settings.limits().idle().toMillis())
        .sessionHandler(conversations)
        .executorService(threads(sessions + LIBRARY_EXTRA))
        .build();
  }

  /** Spare slots for threads that are just ending. */
  private static ThreadPoolExecutor threads(int sessions) {
    return new ThreadPoolExecutor(
        0,
        2 * sessions,
        THREAD_KEPT.toMillis(),
        TimeUnit.MILLISECONDS,
        new SynchronousQueue<>(),
        new DaemonThreads("smtp"));
  }

  private static @Nullable SSLContext tlsContext(@Nullable TlsFiles files, Clock clock)
      throws IOException {
    return files == null ? null : ServerTls.context(files, clock);
  }
}
