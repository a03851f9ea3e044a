package dev.agentmailbox.server.authentication;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.server.dkim.HeaderLines;
import dev.agentmailbox.server.dns.Dns;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates SPF, DKIM and DMARC. Authentication-Results fields in the mail are ignored. ARC is not
 * evaluated: it is historic. Thread safe.
 */
public final class MailAuthentication implements SenderAuthentication {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final Lookups.Source names;
  private final Dkim dkim;
  private final Spf senders = new Spf();

  MailAuthentication(Lookups.Source names, Clock clock) {
    this.names = names;
    this.dkim = new Dkim(clock);
  }

  /**
   * Uses name servers.
   *
   * @param servers empty for those of the operating system
   */
  public static MailAuthentication asking(List<InetSocketAddress> servers, Clock clock) {
    return new MailAuthentication(new NameServers(servers), clock);
  }

  /**
   * What receivers conclude from the SPF policy of a domain, for {@code postmaster} of the domain
   * and a client that greets with its name.
   *
   * @return a result of RFC 7208 section 2.6, in lower case
   */
  public static String spf(Dns dns, InetAddress client, String domain) {
    Lookups lookups = new Lookups(new NameServers(dns));
    return new Spf()
        .check(client.getHostAddress(), Spf.POSTMASTER, domain, domain, lookups)
        .verdict();
  }

  @Override
  public Evidence check(Envelope envelope, ParsedMessage message, RawMessage raw) {
    Lookups lookups = new Lookups(names);
    Author author;
    Dkim.Result signatures;
    try (InputStream in = new BufferedInputStream(raw.open(), BUFFER_BYTES)) {
      HeaderLines header = HeaderLines.read(in);
      author = Author.of(header, message);
      if (author.domains().size() <= ParsedMessage.MAX_AUTHOR_DOMAINS) {
        // First, so that nothing else in the mail uses up the queries.
        author.domains().forEach(domain -> TreeWalk.from(domain, lookups));
      }
      signatures = dkim.verify(header, in, author.domains(), lookups);
    } catch (IOException storage) {
      throw new UncheckedIOException("a message cannot be read", storage);
    }
    Spf.Result spf = senders.check(envelope, lookups);
    if (!author.clear()) {
      Requested requested = requested(author.domains(), spf, signatures, lookups);
      String verdict = requested == Requested.NOTHING ? "permerror" : "fail";
      return evidence(spf, signatures, verdict, null, requested);
    }
    String domain = author.domains().get(0);
    Dmarc.Result dmarc = Dmarc.judge(domain, spf, signatures, lookups);
    return evidence(
        spf, signatures, dmarc.verdict(), dmarc.aligned() ? domain : null, dmarc.requested());
  }

  /**
   * The strictest policy of an unclear From (RFC 9989). Too many domains, and one whose policy is
   * not known for now, are to be quarantined: the sender may have chosen the others so that the
   * policy of one is not found.
   */
  private static Requested requested(
      List<String> domains, Spf.Result spf, Dkim.Result signatures, Lookups lookups) {
    if (domains.size() > ParsedMessage.MAX_AUTHOR_DOMAINS) {
      return Requested.QUARANTINE;
    }
    Requested strictest = Requested.NOTHING;
    for (String domain : domains) {
      Dmarc.Result result = Dmarc.judge(domain, spf, signatures, lookups);
      Requested asked =
          result.verdict().equals("temperror") ? Requested.QUARANTINE : result.requested();
      strictest = asked.compareTo(strictest) > 0 ? asked : strictest;
    }
    return strictest;
  }

  private static Evidence evidence(
      Spf.Result spf,
      Dkim.Result signatures,
      String dmarc,
      @Nullable String aligned,
      Requested requested) {
    Authentication authentication =
        new Authentication(
            spf.verdict(), signatures.verdict(), dmarc, aligned, signatures.checks());
    return new Evidence(true, authentication, requested);
  }
}
