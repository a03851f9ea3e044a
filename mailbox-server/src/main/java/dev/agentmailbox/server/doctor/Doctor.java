package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.authentication.MailAuthentication;
import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.MailHost;
import dev.agentmailbox.server.doctor.Finding.Level;
import dev.agentmailbox.server.net.AddressGuard;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks the published DNS records against {@link Records}. */
public final class Doctor {
  private static final String PUBLISH = "publish what dkim-keys prints";

  private final Dns dns;
  private final AddressGuard guard;
  private final Sender sender;
  private final Records wanted;
  private final List<Finding> findings = new ArrayList<>();
  private Contact contact = Contact.UNTRIED;

  /** Whether the name server answers. After a first lookup without a response none is sent. */
  private enum Contact {
    UNTRIED,
    ANSWERED,
    NONE
  }

  /**
   * @param guard which addresses count as public
   */
  public Doctor(Dns dns, AddressGuard guard, Sender sender) {
    this.dns = dns;
    this.guard = guard;
    this.sender = sender;
    this.wanted = new Records(sender);
  }

  /** All findings, the server first, then domain by domain. */
  public List<Finding> look() {
    List<InetAddress> addresses = server();
    if (wanted.hasSpfOfHost()) {
      check("SPF " + sender.helloName(), () -> spf(sender.helloName(), addresses));
    }
    for (String domain : sender.domains()) {
      check("MX " + domain, () -> mx(domain));
      check("SPF " + domain, () -> spf(domain, addresses));
      if (sender.keys().isEmpty()) {
        add(Level.MISSING, "DKIM " + domain, "there are no keys; create them with dkim-keys");
      }
      for (DkimKey key : sender.keys()) {
        String name = Records.dkimName(key, domain);
        check("DKIM " + name, () -> dkim(name, key));
      }
      check("DMARC " + domain, () -> dmarc(domain));
      check("MTA-STS " + domain, () -> optional("MTA-STS", Records.stsName(domain), "v=STSv1"));
      check(
          "TLS-RPT " + domain,
          () -> optional("TLS-RPT", Records.tlsReportName(domain), "v=TLSRPTv1"));
    }
    return List.copyOf(findings);
  }

  private interface Check {
    void run() throws DnsException;
  }

  private void check(String what, Check check) {
    if (contact == Contact.NONE) {
      add(Level.UNKNOWN, what, "not checked, because the name server does not answer");
      return;
    }
    try {
      check.run();
      contact = Contact.ANSWERED;
    } catch (DnsException e) {
      boolean none = e.isUnanswered() && contact == Contact.UNTRIED;
      contact = none ? Contact.NONE : Contact.ANSWERED;
      String rest =
          none
              ? "; the name server does not answer: try again later or with --resolver"
              : "; try again later";
      add(Level.UNKNOWN, what, e.getMessage() + rest);
    }
  }

  private void add(Level level, String what, String words) {
    add(new Finding(level, what, words));
  }

  private void add(Finding finding) {
    findings.add(finding);
  }

  /** Treats a non-existent name as one without records. */
  private List<String> texts(String name, String beginning) throws DnsException {
    try {
      return dns.texts(name).stream()
          .filter(t -> t.toLowerCase(Locale.ROOT).startsWith(beginning.toLowerCase(Locale.ROOT)))
          .toList();
    } catch (DnsException e) {
      if (e.reason() == Reason.NO_SUCH_NAME) {
        return List.of();
      }
      throw e;
    }
  }

  private List<InetAddress> addresses(String host) throws DnsException {
    try {
      return dns.addresses(host);
    } catch (DnsException e) {
      if (e.reason() == Reason.NO_SUCH_NAME) {
        return List.of();
      }
      throw e;
    }
  }

  /** The source addresses: the configured ones, or those of the EHLO name. */
  private List<InetAddress> server() {
    List<InetAddress> found = new ArrayList<>();
    String host = sender.helloName();
    check("address " + host, () -> found.addAll(hostAddresses(host)));
    List<InetAddress> leaving = sender.sources().isEmpty() ? found : sender.sources();
    if (sender.way() == Sender.Way.DIRECT) {
      for (InetAddress address : leaving) {
        check("PTR " + address.getHostAddress(), () -> reverse(address, host));
      }
    }
    return leaving;
  }

  private List<InetAddress> hostAddresses(String host) throws DnsException {
    List<InetAddress> found = addresses(host);
    String what = "address " + host;
    if (found.isEmpty()) {
      add(Level.MISSING, what, "publish an A record, and AAAA where the server has IPv6");
    }
    for (InetAddress address : found) {
      boolean fine = guard.allows(address);
      add(
          fine ? Level.OK : Level.WRONG,
          what,
          address.getHostAddress() + (fine ? "" : " is not a public address"));
    }
    return found;
  }

  private void reverse(InetAddress address, String host) throws DnsException {
    String what = "PTR " + address.getHostAddress();
    List<String> names = List.of();
    try {
      names = dns.namesOf(address);
    } catch (DnsException e) {
      if (e.reason() == Reason.NOT_NOW) {
        throw e;
      }
    }
    if (names.isEmpty()) {
      add(Level.MISSING, what, "ask the provider of the address to set it to " + host);
    } else if (names.contains(host)) {
      add(Level.OK, what, host);
    } else {
      add(
          Level.WRONG,
          what,
          "is "
              + String.join(", ", names)
              + " and should be "
              + host
              + ", if the address is this server's");
    }
  }

  private void mx(String domain) throws DnsException {
    String what = "MX " + domain;
    List<MailHost> hosts = List.of();
    try {
      hosts = dns.mailHosts(domain);
    } catch (DnsException e) {
      if (e.reason() == Reason.NOT_NOW) {
        throw e;
      }
    }
    if (hosts.isEmpty()) {
      add(Level.MISSING, what, PUBLISH);
      return;
    }
    for (MailHost mx : hosts) {
      if (mx.host().isEmpty()) {
        add(Level.WRONG, what, "declares that the domain accepts no mail (null MX); " + PUBLISH);
      } else if (addresses(mx.host()).isEmpty()) {
        add(Level.WRONG, what, mx.host() + " has no address");
      } else if (mx.host().equals(sender.helloName())) {
        add(Level.OK, what, mx.host());
      } else {
        add(Level.OK, what, mx.host() + ", which must forward mail to this server");
      }
    }
  }

  private void spf(String domain, List<InetAddress> addresses) throws DnsException {
    String what = "SPF " + domain;
    List<String> records = texts(domain, Records.SPF);
    if (records.size() != 1) {
      // Few receivers look at the record of an EHLO name.
      Level none = sender.domains().contains(domain) ? Level.MISSING : Level.OPTIONAL;
      add(
          records.isEmpty() ? none : Level.WRONG,
          what,
          records.isEmpty()
              ? "publish " + wanted.spf(domain)
              : "there are several records; only one is allowed: " + wanted.spf(domain));
      return;
    }
    String record = records.get(0);
    if (record.toLowerCase(Locale.ROOT).matches(".* [+?]?all( .*)?")) {
      add(Level.WRONG, what, "allows every sender; end it with -all or ~all");
      return;
    }
    if (sender.way() == Sender.Way.RELAY) {
      add(Level.OK, what, "exists; check with the operator of your relay that it covers the relay");
      return;
    }
    for (InetAddress address : addresses) {
      add(spf(what, domain, address));
    }
    if (addresses.isEmpty()) {
      add(Level.OK, what, "exists");
    }
  }

  private Finding spf(String what, String domain, InetAddress address) {
    String text = address.getHostAddress();
    String verdict = MailAuthentication.spf(dns, address, domain);
    return switch (verdict) {
      case "pass" -> new Finding(Level.OK, what, "allows " + text + " to send");
      case "permerror" ->
          new Finding(
              Level.WRONG,
              what,
              "is invalid for receivers: more than ten lookups, more than two without a result, an"
                  + " unknown term, or a reference to a domain without exactly one record");
      case "temperror" ->
          new Finding(
              Level.UNKNOWN,
              what,
              "could not be evaluated, because a name server failed; try again later");
      default -> new Finding(Level.WRONG, what, "does not allow " + text + " to send; add it");
    };
  }

  private void dkim(String name, DkimKey key) throws DnsException {
    String what = "DKIM " + name;
    List<String> records = texts(name, "");
    if (records.isEmpty()) {
      add(Level.MISSING, what, PUBLISH);
    } else if (records.size() > 1) {
      add(Level.WRONG, what, "there are several records; only one is allowed");
    } else {
      Map<String, String> tags = tags(records.get(0));
      String published = tags.getOrDefault("p", "").replaceAll("\\s", "");
      boolean sameType = tags.getOrDefault("k", "rsa").equals(key.algorithm().tag());
      if (published.equals(key.published()) && sameType) {
        add(Level.OK, what, key.algorithm().tag());
      } else {
        add(
            Level.WRONG,
            what,
            "has a different key than " + key.algorithm().tag() + "; " + PUBLISH);
      }
    }
  }

  private void dmarc(String domain) throws DnsException {
    String what = "DMARC " + domain;
    List<String> records = texts(Records.dmarcName(domain), "v=DMARC1");
    if (records.isEmpty()) {
      add(Level.MISSING, what, PUBLISH);
    } else if (records.size() > 1) {
      add(Level.WRONG, what, "there are several records; only one is allowed");
    } else {
      String policy = tags(records.get(0)).getOrDefault("p", "");
      boolean known = policy.matches("none|quarantine|reject");
      add(known ? Level.OK : Level.WRONG, what, known ? "p=" + policy : "has no policy p=");
    }
  }

  private void optional(String what, String name, String beginning) throws DnsException {
    boolean there = texts(name, beginning).size() == 1;
    add(there ? Level.OK : Level.OPTIONAL, what + " " + name, there ? "exists" : "does not exist");
  }

  private static Map<String, String> tags(String record) {
    Map<String, String> tags = new HashMap<>();
    for (String tag : record.split(";")) {
      int equals = tag.indexOf('=');
      if (equals > 0) {
        tags.putIfAbsent(
            tag.substring(0, equals).strip().toLowerCase(Locale.ROOT),
            tag.substring(equals + 1).strip());
      }
    }
    return tags;
  }
}
