package dev.agentmailbox.server.authentication;

import dev.agentmailbox.port.MailReceiver.Envelope;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import org.apache.james.jspf.impl.SPF;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SPF (RFC 7208): whether the client may send for the domain of the envelope sender. Thread safe.
 */
final class Spf {
  private static final Logger LOG = LoggerFactory.getLogger(Spf.class);
  private static final Set<String> RESULTS =
      Set.of("pass", "fail", "softfail", "neutral", "none", "temperror", "permerror");

  /** The local part of a check without return path (RFC 7208 section 2.4). */
  static final String POSTMASTER = "postmaster";

  /** Checkers pooled for reuse. */
  private static final int MAX_IDLE = 16;

  private final Queue<Checker> idle = new ArrayBlockingQueue<>(MAX_IDLE);

  /** The library, which is expensive to set up, with its DNS. Used by one check at a time. */
  private record Checker(SpfNames names, SPF library) {
    static Checker asking(Lookups lookups) {
      SpfNames names = new SpfNames(lookups);
      return new Checker(names, new SPF(names));
    }
  }

  /**
   * The result.
   *
   * @param domain the domain that was checked; null when there is none to check
   */
  record Result(String verdict, @Nullable String domain) {
    private static final Result NONE = new Result("none", null);

    /** The domain that was checked, when that was the verdict. */
    List<String> domains(String wanted) {
      return domain != null && verdict.equals(wanted) ? List.of(domain) : List.of();
    }
  }

  /** Checks the return path, or the EHLO name when it is empty. */
  Result check(Envelope envelope, Lookups lookups) {
    Optional<String> client = Optional.ofNullable(envelope.remoteAddress()).flatMap(Spf::address);
    String helo = envelope.helo() == null ? "" : envelope.helo();
    String returnPath = envelope.returnPath();
    int at = returnPath.lastIndexOf('@');
    Optional<String> domain =
        Domains.parse(returnPath.isEmpty() ? helo : returnPath.substring(at + 1));
    if (client.isEmpty() || domain.isEmpty()) {
      return Result.NONE;
    }
    String local = at > 0 ? returnPath.substring(0, at) : POSTMASTER;
    String heloName = Domains.parse(helo).orElse("unknown");
    return check(client.get(), local, domain.get(), heloName, lookups);
  }

  /**
   * The check_host() function of RFC 7208 section 4.
   *
   * @param client an IP address
   */
  Result check(String client, String local, String domain, String helo, Lookups lookups) {
    Checker checker = idle.poll();
    if (checker == null) {
      checker = Checker.asking(lookups);
    }
    checker.names.begin(lookups);
    Result result = check(checker, client, local + "@" + domain, helo, domain);
    idle.offer(checker);
    return result;
  }

  private static Result check(
      Checker checker, String client, String sender, String helo, String domain) {
    String verdict;
    try {
      verdict = checker.library.checkSPF(client, sender, helo).getResult();
    } catch (RuntimeException e) {
      // Some policies make the library throw, which must not count as a pass.
      LOG.debug("an SPF policy could not be evaluated: {}", e.getClass().getName());
      verdict = "permerror";
    }
    SpfNames names = checker.names;
    if (names.brokePolicy()) {
      verdict = "permerror";
    } else if (names.hasFailedLookup()) {
      verdict = "temperror";
    }
    return new Result(RESULTS.contains(verdict) ? verdict : "permerror", domain);
  }

  /** The address in the notation of RFC 7208: IPv4-mapped IPv6 is IPv4. */
  private static Optional<String> address(String text) {
    int zone = text.indexOf('%');
    try {
      return Optional.of(
          InetAddress.getByName(zone < 0 ? text : text.substring(0, zone)).getHostAddress());
    } catch (UnknownHostException noAddress) {
      return Optional.empty();
    }
  }
}
