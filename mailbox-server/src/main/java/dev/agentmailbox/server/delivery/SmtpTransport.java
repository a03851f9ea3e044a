package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.server.delivery.MessageDialogue.StaleConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands mail to a relay over SMTP (RFC 5321). Its own client, for three reasons: the moment before
 * the final dot can be recorded, the stored bytes go out untouched, and each recipient's reply is
 * kept.
 *
 * <p>A few connections are kept for the next message. Thread safe.
 */
public final class SmtpTransport implements MailTransport {
  private static final Logger log = LoggerFactory.getLogger(SmtpTransport.class);

  /** One for ending unused connections, which may take a moment, and one for time limits. */
  private static final int TIMER_THREADS = 2;

  private final SmtpClientSettings settings;
  private final SmtpConnector connector;
  private final ConnectionPool pool;
  private final Semaphore free;
  private final ScheduledExecutorService scheduler =
      Executors.newScheduledThreadPool(TIMER_THREADS, SmtpTransport::daemon);

  /** Trusts the certificates that the Java runtime trusts. */
  public SmtpTransport(RelayUrl.Relay relay, SmtpClientSettings settings) {
    this(relay, settings, ClientTls.usual());
  }

  SmtpTransport(RelayUrl.Relay relay, SmtpClientSettings settings, ClientTls tls) {
    this.settings = settings;
    this.connector = new SmtpConnector(relay, settings, tls);
    this.pool = new ConnectionPool(settings);
    this.free = new Semaphore(settings.connections());
    long every = Math.max(1, settings.keptIdle().toMillis() / 2);
    var unused = scheduler.scheduleWithFixedDelay(pool::sweep, every, every, TimeUnit.MILLISECONDS);
    if (relay.credentials() != null && relay.tls() == RelayUrl.Tls.WHEN_OFFERED) {
      log.warn(
          "the relay {} is not asked to prove who it is before it gets the password;"
              + " ?tls=required or smtps:// asks it",
          connector);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "smtp-client");
    thread.setDaemon(true);
    return thread;
  }

  /** A relay only takes mail over; whether it is delivered, a report may say later. */
  @Override
  public boolean deliversFinally() {
    return false;
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    OutboundMail fit = fit(mail, outcomes);
    if (fit.recipients().isEmpty()) {
      return outcomes;
    }
    try {
      ContentScan scan = ContentScan.of(fit.content());
      if (scan.clean()) {
        outcomes.putAll(deliver(fit, scan, mark));
      } else {
        settle(outcomes, fit, rejected("5.6.0", "the message has a bare CR, a bare LF or a NUL"));
      }
    } catch (HopFailure e) {
      log.info("send {} did not reach {}: {}", mail.sendId(), connector, e.getMessage());
      settle(outcomes, fit, e.outcome());
    } catch (IOException e) {
      log.warn("the content of send {} cannot be read", mail.sendId(), e);
      settle(
          outcomes,
          fit,
          Outcome.of(Kind.TEMPORARY, new Reply(0, null, "the message cannot be read")));
    }
    return outcomes;
  }

  /** The same mail with only the recipients that may be written; the others are rejected. */
  private static OutboundMail fit(OutboundMail mail, Map<String, Outcome> outcomes) {
    boolean senderFits = AddressCheck.isSender(mail.envelopeSender());
    List<String> fit = new ArrayList<>();
    for (String recipient : new LinkedHashSet<>(mail.recipients())) {
      if (!senderFits) {
        outcomes.put(recipient, rejected("5.1.7", "the return path has forbidden characters"));
      } else if (!AddressCheck.isRecipient(recipient)) {
        outcomes.put(recipient, rejected("5.1.3", "the address has forbidden characters"));
      } else {
        fit.add(recipient);
      }
    }
    return new OutboundMail(mail.envelopeSender(), fit, mail.content(), mail.sendId());
  }

  private static Outcome rejected(String enhanced, String why) {
    return Outcome.of(Kind.REJECTED, new Reply(0, enhanced, why));
  }

  private static void settle(Map<String, Outcome> outcomes, OutboundMail mail, Outcome outcome) {
    mail.recipients().forEach(recipient -> outcomes.put(recipient, outcome));
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
          log.debug("a kept connection to {} had ended", connector);
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
    MessageDialogue dialogue = new MessageDialogue(connection, settings, mail, scan);
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

  /** Ends kept connections; an attempt that is running goes on. */
  @Override
  public void close() {
    pool.close();
    scheduler.shutdown();
    connector.close();
  }

  /** Where to, without the password. */
  @Override
  public String toString() {
    return "SmtpTransport[" + connector + "]";
  }
}
