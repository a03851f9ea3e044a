package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.server.delivery.MessageDialogue.StaleConnection;
import dev.agentmailbox.server.delivery.MxHosts.Origin;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import dev.agentmailbox.server.delivery.Slots.Slot;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.mtasts.StsPolicies;
import dev.agentmailbox.server.mtasts.StsPolicy;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers to the recipients' own servers (RFC 5321 section 5). TLS is opportunistic and
 * unauthenticated (RFC 7435), unless an enforcing MTA-STS policy (RFC 8461) requires a valid
 * certificate and a listed server.
 *
 * <p>A slow domain must not block others: concurrency is limited per domain and host, excess
 * messages are deferred at once, and unreachable hosts are backed off from. Thread safe.
 */
public final class MxTransport implements MailTransport {
  private static final Logger LOG = LoggerFactory.getLogger(MxTransport.class);

  private static final int TIMER_THREADS = 2;
  private static final int SERVICE_CLOSING = 421;

  /** Key prefix of pauses of unresolvable domains, as opposed to hosts. */
  private static final String DOMAIN = "@";

  private final MxSettings settings;
  private final MxHosts hosts;
  private final StsPolicies policies;
  private final ClientTls tls;
  private final HostPools pools;
  private final Slots domains;
  private final Slots busyHosts;
  private final HostPauses pauses = new HostPauses(System::nanoTime);
  private final ScheduledExecutorService scheduler =
      new ScheduledThreads(TIMER_THREADS, new DaemonThreads("mx-client"));

  /**
   * Creates a transport.
   *
   * @param direct resolver and allowed addresses
   * @param helloName EHLO name; should match the PTR record of our address
   */
  public static MxTransport of(
      RelayUrl.Direct direct, String helloName, SourceAddresses sources, Clock clock) {
    Dns dns = Dns.at(direct.resolver());
    ClientTls tls = ClientTls.usual();
    return new MxTransport(
        MxSettings.usual(helloName, direct.guard(), sources),
        dns,
        new StsPolicies(dns, direct.guard(), tls, clock),
        tls);
  }

  MxTransport(MxSettings settings, Dns dns, StsPolicies policies, ClientTls tls) {
    this.settings = settings;
    this.policies = policies;
    this.tls = tls;
    String ownName = settings.client().helloName();
    this.hosts = new MxHosts(dns, settings.guard(), ownName, new SecureRandom());
    this.pools = new HostPools(settings.client());
    this.domains = new Slots(settings.perDomain(), System::nanoTime);
    this.busyHosts = new Slots(settings.perHost(), System::nanoTime);
    long every = Math.max(1, settings.client().keptIdle().toMillis() / 2);
    var unused =
        scheduler.scheduleWithFixedDelay(pools::sweep, every, every, TimeUnit.MILLISECONDS);
  }

  /** A 250 comes from the recipient's own server. */
  @Override
  public boolean isFinalDelivery() {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException when the recipients are of more than one domain
   */
  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    return CheckedHandOver.run(mail, (safe, scan) -> deliver(safe, scan, mark));
  }

  private Map<String, Outcome> deliver(OutboundMail mail, ContentScan scan, Runnable mark)
      throws HopFailure {
    String domain = MxHosts.ascii(domain(mail.recipients()));
    try (Slot slot = domains.tryTake(domain)) {
      if (slot == null) {
        throw HopFailure.busy(domains.retryAfter(domain));
      }
      List<String> targets = targets(domain);
      Optional<StsPolicy> policy = policies.of(domain).filter(StsPolicy::isEnforced);
      MxWalk walk = new MxWalk(mail, mark);
      long deadline = System.nanoTime() + settings.search().toNanos();
      try (Attempt attempt = Attempt.begin(scheduler, settings.client().wholeMessage())) {
        for (String host : targets) {
          if (!walk.mayContinue() || System.nanoTime() - deadline > 0) {
            break;
          }
          if (policy.isPresent() && !policy.get().allows(host)) {
            LOG.warn("the MTA-STS policy of {} does not name its mail server {}", domain, host);
            walk.failed(HopFailure.temporary("MTA-STS does not allow " + host).outcome());
          } else {
            Origin origin = host.equals(domain) ? Origin.DOMAIN : Origin.MX_RECORD;
            Tls security = policy.isPresent() ? Tls.REQUIRED : Tls.WHEN_OFFERED;
            new Visit(host, origin, walk, scan, attempt).run(security);
          }
        }
      }
      return walk.outcomes();
    }
  }

  private static String domain(List<String> recipients) {
    List<String> domains =
        recipients.stream()
            .map(r -> r.substring(r.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
    if (domains.size() != 1) {
      throw new IllegalArgumentException("direct delivery handles one domain at a time");
    }
    return domains.get(0);
  }

  private List<String> targets(String domain) throws HopFailure {
    Duration pause = pauses.left(DOMAIN + domain);
    if (!pause.isZero()) {
      throw HopFailure.temporary("the domain's mail servers could not be resolved a moment ago");
    }
    try {
      List<String> targets = hosts.of(domain);
      pauses.worked(DOMAIN + domain);
      return targets;
    } catch (HopFailure e) {
      if (e.isUnreachable()) {
        pauses.failed(DOMAIN + domain);
      }
      throw e;
    }
  }

  /** Delivers one message to one host. */
  private final class Visit {
    private final String host;
    private final Origin origin;
    private final MxWalk walk;
    private final ContentScan scan;
    private final Attempt attempt;

    Visit(String host, Origin origin, MxWalk walk, ContentScan scan, Attempt attempt) {
      this.host = host;
      this.origin = origin;
      this.walk = walk;
      this.scan = scan;
      this.attempt = attempt;
    }

    void run(Tls security) {
      Duration pause = pauses.left(host);
      if (!pause.isZero()) {
        walk.paused(pause);
        return;
      }
      try (Slot slot = busyHosts.tryTake(host)) {
        if (slot == null) {
          walk.busy(busyHosts.retryAfter(host));
          return;
        }
        Map<String, Outcome> outcomes = deliver(security);
        note(outcomes.values().stream().anyMatch(Visit::isClosing));
        walk.answered(outcomes);
      } catch (HopFailure e) {
        LOG.info("{} did not accept the mail: {}", host, e.getMessage());
        note(e.isUnreachable() || isClosing(e.outcome()));
        walk.failed(e.outcome());
      }
    }

    private void note(boolean failed) {
      if (failed) {
        pauses.failed(host);
      } else {
        pauses.worked(host);
      }
    }

    private static boolean isClosing(Outcome outcome) {
      return outcome.reply() != null && outcome.reply().code() == SERVICE_CLOSING;
    }

    private Map<String, Outcome> deliver(Tls security) throws HopFailure {
      try {
        return overTls(security);
      } catch (HopFailure e) {
        if (!e.isTlsFailure() || security != Tls.WHEN_OFFERED) {
          throw e;
        }
        LOG.info("STARTTLS with {} failed; retrying in clear", host);
        return overTls(Tls.NEVER);
      }
    }

    private Map<String, Outcome> overTls(Tls security) throws HopFailure {
      SmtpConnection kept = pools.take(host, security);
      try {
        if (kept != null) {
          attempt.watch(kept.wire());
          try {
            return converse(kept, security);
          } catch (StaleConnection e) {
            LOG.debug("an idle connection to {} was closed", host);
          }
        }
        Relay relay = new Relay(host, settings.port(), security, null);
        SmtpConnector connector =
            new SmtpConnector(
                relay,
                settings.client(),
                tls,
                () -> hosts.addresses(host, origin),
                settings.sources(),
                null);
        return converse(connector.open(attempt), security);
      } catch (StaleConnection e) {
        throw HopFailure.temporary("the connection ended");
      }
    }

    private Map<String, Outcome> converse(SmtpConnection connection, Tls security)
        throws StaleConnection {
      MessageDialogue dialogue =
          new MessageDialogue(Peer.DESTINATION, connection, settings.client(), walk.left(), scan);
      boolean returned = false;
      try {
        Map<String, Outcome> outcomes = dialogue.run(walk::mark);
        returned = true;
        return outcomes;
      } finally {
        if (returned && dialogue.isReusable()) {
          pools.giveBack(host, security, connection);
        } else {
          connection.cut();
        }
      }
    }
  }

  /** Closes idle connections; running attempts continue. */
  @Override
  public void close() {
    pools.close();
    policies.close();
    scheduler.shutdown();
  }

  @Override
  public String toString() {
    return "MxTransport[" + settings.guard() + "]";
  }
}
