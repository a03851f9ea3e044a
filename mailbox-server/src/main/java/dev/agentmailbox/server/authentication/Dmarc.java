package dev.agentmailbox.server.authentication;

import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.RecordType;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** DMARC (RFC 9989): whether SPF or DKIM passed in alignment with the author domain. */
final class Dmarc {
  private Dmarc() {}

  /**
   * The result.
   *
   * @param aligned whether SPF or DKIM passed in alignment, with or without a policy
   * @param requested the domain's policy for failing mail
   */
  record Result(String verdict, boolean aligned, Requested requested) {}

  /**
   * Evaluates.
   *
   * @param author its domain
   * @param spf of the envelope sender
   * @param dkim the signatures
   */
  static Result judge(String author, Spf.Result spf, Dkim.Result dkim, Lookups lookups) {
    TreeWalk walk = TreeWalk.from(author, lookups);
    Optional<DmarcRecord> policy = policy(walk);
    boolean strictSpf = policy.map(DmarcRecord::strictSpf).orElse(false);
    boolean strictDkim = policy.map(DmarcRecord::strictDkim).orElse(false);
    boolean aligned =
        spf.domains("pass").stream().anyMatch(alignment(walk, strictSpf, lookups))
            || dkim.domains("pass").stream().anyMatch(alignment(walk, strictDkim, lookups));
    boolean policyUnsure = walk.failed() && walk.own().isEmpty();
    if (policyUnsure) {
      return new Result("temperror", aligned, Requested.NOTHING);
    }
    if (policy.isEmpty()) {
      return new Result("none", aligned, Requested.NOTHING);
    }
    if (aligned) {
      return new Result("pass", true, Requested.NOTHING);
    }
    // A check that could not have helped excuses nothing: its domain is the sender's choice.
    boolean unsure =
        Stream.of(spf.domains("temperror"), dkim.domains("temperror"))
            .flatMap(List::stream)
            .anyMatch(domain -> ("." + domain).endsWith("." + walk.organization()));
    if (unsure) {
      return new Result("temperror", false, Requested.NOTHING);
    }
    return new Result("fail", false, requested(policy.get(), walk, lookups));
  }

  /**
   * RFC 9989 section 4.10.1: the author's own record, else its organization's, else the suffix's.
   */
  private static Optional<DmarcRecord> policy(TreeWalk walk) {
    return walk.own()
        .or(() -> walk.at(walk.organization()))
        .or(walk::suffix)
        .filter(DmarcRecord::applies);
  }

  private static Requested requested(DmarcRecord policy, TreeWalk walk, Lookups lookups) {
    if (policy.name().equals(walk.start())) {
      return policy.forItself();
    }
    boolean missing = lookups.ask(walk.start(), RecordType.A).failure() == Reason.NO_SUCH_NAME;
    return missing ? policy.forMissing() : policy.forSubdomain();
  }

  /** RFC 9989 section 4.4: the same domain or, unless strict, the same organization. */
  private static Predicate<String> alignment(TreeWalk author, boolean strict, Lookups lookups) {
    return domain -> {
      if (domain.equals(author.start())) {
        return true;
      }
      if (strict || author.failed() || !related(domain, author.start())) {
        return false;
      }
      TreeWalk other = TreeWalk.from(domain, lookups);
      return !other.failed() && other.organization().equals(author.organization());
    };
  }

  /** Names without a common suffix cannot be aligned; no query is needed. */
  private static boolean related(String one, String other) {
    List<String> a = Domains.labels(one);
    List<String> b = Domains.labels(other);
    return a.get(a.size() - 1).equals(b.get(b.size() - 1));
  }
}
