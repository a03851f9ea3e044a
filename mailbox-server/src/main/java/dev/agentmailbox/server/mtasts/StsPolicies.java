package dev.agentmailbox.server.mtasts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies of domains (RFC 8461 sections 3 and 5.1): discovered by a TXT record, fetched over
 * HTTPS, cached in memory until they expire. A cached policy applies even when it can no longer be
 * found, so that an attacker who blocks DNS or HTTPS cannot disable it. Thread safe.
 */
public final class StsPolicies implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StsPolicies.class);

  /** Maximum cached domains with a policy, and as many without one. */
  private static final int KEPT = 10_000;

  /** Longer than most policies; a restart clears the cache anyway. */
  private static final Duration LONGEST = Duration.ofDays(90);

  /** Interval of checking a domain's record, and of fetch attempts. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  /** Section 3.1; bounded repetition, because the group recurses and could overflow the stack. */
  private static final Pattern RECORD =
      Pattern.compile("v=STSv1\\s*;(?:[^;]*;){0,30}?\\s*id=([A-Za-z0-9]{1,32})\\s*(?:;.*)?");

  private final Dns dns;
  private final PolicyFetch fetch;
  private final Clock clock;
  private final Cache<String, Known> known;

  /** Separate, so that many domains without a policy cannot evict policies. */
  private final Cache<String, Boolean> without;

  /**
   * The policy of a domain.
   *
   * @param id of its TXT record
   * @param holdsUntil when the policy expires
   * @param lookAgain when the record is checked again
   */
  private record Known(StsPolicy policy, String id, Instant holdsUntil, Instant lookAgain) {
    Known lookingAgain(Instant at) {
      return new Known(policy, id, holdsUntil, at);
    }
  }

  /**
   * @param guard which addresses a policy may be fetched from
   * @param tls trust settings for policy hosts
   */
  public StsPolicies(Dns dns, AddressGuard guard, ClientTls tls, Clock clock) {
    this(
        dns,
        new PolicyFetch(OutgoingHttp.to(guard, dns, tls.checkedContext()), PolicyFetch.HTTPS_PORT),
        clock);
  }

  StsPolicies(Dns dns, PolicyFetch fetch, Clock clock) {
    this(dns, fetch, clock, KEPT);
  }

  StsPolicies(Dns dns, PolicyFetch fetch, Clock clock, int kept) {
    this.dns = dns;
    this.fetch = fetch;
    this.clock = clock;
    this.known =
        cache(clock, kept)
            .expireAfter(
                Expiry.<String, Known>writing(
                    (domain, entry) -> Duration.between(clock.instant(), entry.holdsUntil())))
            .build();
    this.without = cache(clock, kept).expireAfterWrite(LOOK_AGAIN).build();
  }

  private static Caffeine<Object, Object> cache(Clock clock, int kept) {
    return Caffeine.newBuilder()
        .maximumSize(kept)
        .executor(Runnable::run)
        .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()));
  }

  /**
   * The policy of a domain, within a few seconds; empty when it has none.
   *
   * @param domain lower case, ASCII
   */
  public Optional<StsPolicy> of(String domain) {
    Instant now = clock.instant();
    Known before = known.getIfPresent(domain);
    if (before != null && now.isBefore(before.lookAgain())) {
      return Optional.of(before.policy());
    }
    if (before == null && without.getIfPresent(domain) != null) {
      return Optional.empty();
    }
    Optional<Known> after = look(domain, before, now);
    after.ifPresentOrElse(entry -> known.put(domain, entry), () -> without.put(domain, true));
    return after.map(Known::policy);
  }

  private Optional<Known> look(String domain, @Nullable Known before, Instant now) {
    Instant again = now.plus(LOOK_AGAIN);
    Optional<Known> held = Optional.ofNullable(before).map(entry -> entry.lookingAgain(again));
    Optional<String> id = recordId(domain);
    if (id.isEmpty() || isFresh(before, id.get(), now)) {
      return held;
    }
    try {
      Optional<StsPolicy> fetched = fetch.policy(domain);
      if (fetched.isPresent()) {
        Instant until = now.plus(age(fetched.get()));
        return Optional.of(
            new Known(fetched.get(), id.get(), until.isBefore(again) ? again : until, again));
      }
      LOG.info("the MTA-STS policy of {} is invalid", domain);
    } catch (IOException | IllegalArgumentException e) {
      // A domain that is not valid in a URL has no policy.
      LOG.info("the MTA-STS policy of {} cannot be fetched: {}", domain, e.getMessage());
    }
    return held;
  }

  /** Fetched for this record id and less than half of max_age old (section 3.3). */
  private static boolean isFresh(@Nullable Known known, String id, Instant now) {
    return known != null
        && known.id().equals(id)
        && now.plus(age(known.policy()).dividedBy(2)).isBefore(known.holdsUntil());
  }

  private static Duration age(StsPolicy policy) {
    return policy.maxAge().compareTo(LONGEST) > 0 ? LONGEST : policy.maxAge();
  }

  /** Empty when there is not exactly one record, or no response. */
  private Optional<String> recordId(String domain) {
    try {
      List<String> records =
          dns.texts("_mta-sts." + domain).stream().filter(t -> t.startsWith("v=STSv1")).toList();
      if (records.size() != 1) {
        return Optional.empty();
      }
      Matcher matcher = RECORD.matcher(records.get(0));
      return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    } catch (DnsException e) {
      LOG.debug("no MTA-STS record of {}: {}", domain, e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    fetch.close();
  }
}
