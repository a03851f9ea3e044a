package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.server.delivery.MessageDialogue.StaleConnection;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.net.SystemNames;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands mail to a relay over SMTP (RFC 5321). Uses its own client, because that of Angus Mail reads
 * replies without a bound, and takes a reply that nobody asked for as the one to its next command
 * (decision 46).
 *
 * <p>Pools a few connections. Thread safe.
 */
public final class SmtpTransport implements MailTransport {
  private static final Logger LOG = LoggerFactory.getLogger(SmtpTransport.class);

  /** One thread closes idle connections, which may block, one enforces deadlines. */
  private static final int TIMER_THREADS = 2;

  private final SmtpClientSettings settings;
  private final SystemNames names = new SystemNames();
  private final SmtpConnector connector;
  private final ConnectionPool pool;
  private final Semaphore free;
  private final @Nullable AccessTokens tokens;
  private final ScheduledExecutorService scheduler =
      new ScheduledThreads(TIMER_THREADS, new DaemonThreads("smtp-client"));

  /** Trusts the certificates that the Java runtime trusts. */
  public SmtpTransport(RelayUrl.Relay relay, SmtpClientSettings settings) {
    this(relay, settings, SourceAddresses.ANY, ClientTls.usual(), null);
  }

  /** As above, connecting from the given local addresses. */
  public SmtpTransport(RelayUrl.Relay relay, SmtpClientSettings settings, SourceAddresses sources) {
    this(relay, settings, sources, ClientTls.usual(), null);
  }

  /**
   * As above, signing in with access tokens.
   *
   * @param tokens closed with the transport
   */
  public SmtpTransport(
      RelayUrl.Relay relay,
      SmtpClientSettings settings,
      SourceAddresses sources,
      AccessTokens tokens) {
    this(relay, settings, sources, ClientTls.usual(), tokens);
  }

  SmtpTransport(RelayUrl.Relay relay, SmtpClientSettings settings, ClientTls tls) {
    this(relay, settings, SourceAddresses.ANY, tls, null);
  }

  private SmtpTransport(
      RelayUrl.Relay relay,
      SmtpClientSettings settings,
      SourceAddresses sources,
      ClientTls tls,
      @Nullable AccessTokens tokens) {
    this.settings = settings;
    this.tokens = tokens;
    this.connector =
        new SmtpConnector(
            relay,
            settings,
            tls,
            () -> addresses(relay.host(), settings.connect()),
            sources,
            tokens);
    this.pool = new ConnectionPool(settings);
    this.free = new Semaphore(settings.connections());
    long every = Math.max(1, settings.keptIdle().toMillis() / 2);
    var unused = scheduler.scheduleWithFixedDelay(pool::sweep, every, every, TimeUnit.MILLISECONDS);
    if (relay.credentials() != null && relay.tls() == RelayUrl.Tls.WHEN_OFFERED) {
      LOG.warn(
          "the certificate of relay {} is not validated before the password is sent;"
              + " use ?tls=required or smtps://",
          connector);
    }
  }

  private List<InetAddress> addresses(String host, Duration limit) throws HopFailure {
    try {
      return names.find(host, limit);
    } catch (UnknownHostException unknown) {
      throw HopFailure.temporary("the relay's name has no address, or resolving it timed out");
    }
  }

  /** A relay only accepts mail; a later report may confirm delivery. */
  @Override
  public boolean isFinalDelivery() {
    return false;
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    return CheckedHandOver.run(mail, (safe, scan) -> deliver(safe, scan, mark));
  }

  private Map<String, Outcome> deliver(OutboundMail mail, ContentScan scan, Runnable mark)
      throws HopFailure {
    waitForFreeConnection();
    try (Attempt attempt = Attempt.begin(scheduler, settings.wholeMessage())) {
      SmtpConnection kept = pool.take();
      if (kept != null) {
        attempt.watch(kept.wire());
        try {
          return converse(kept, mail, scan, mark);
        } catch (StaleConnection e) {
          LOG.debug("an idle connection to {} was closed", connector);
        }
      }
      return converse(connector.open(attempt), mail, scan, mark);
    } catch (StaleConnection e) {
      throw HopFailure.temporary("the connection ended");
    } finally {
      free.release();
    }
  }

  private void waitForFreeConnection() throws HopFailure {
    try {
      if (!free.tryAcquire(settings.connect().toMillis(), TimeUnit.MILLISECONDS)) {
        throw HopFailure.temporary("all connections to the relay are in use");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HopFailure.temporary("interrupted");
    }
  }

  private Map<String, Outcome> converse(
      SmtpConnection connection, OutboundMail mail, ContentScan scan, Runnable mark)
      throws StaleConnection {
    MessageDialogue dialogue = new MessageDialogue(Peer.RELAY, connection, settings, mail, scan);
    boolean returned = false;
    try {
      Map<String, Outcome> outcomes = dialogue.run(mark);
      returned = true;
      return outcomes;
    } finally {
      if (returned && dialogue.isReusable()) {
        pool.giveBack(connection);
      } else {
        connection.cut();
      }
    }
  }

  /** Closes idle connections; running attempts continue. */
  @Override
  public void close() {
    pool.close();
    scheduler.shutdown();
    names.close();
    if (tokens != null) {
      tokens.close();
    }
  }

  /** The destination without password. */
  @Override
  public String toString() {
    return "SmtpTransport[" + connector + "]";
  }
}
