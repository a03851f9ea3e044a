package dev.agentmailbox.server.authentication;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.server.dkim.HeaderLines;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.ResolverConfig;

/**
 * Evaluates SPF, DKIM and DMARC. Authentication-Results fields in the mail are ignored. ARC is not
 * evaluated: it is historic. Thread safe.
 */
public final class MailAuthentication implements SenderAuthentication {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final NameService names;
  private final Dkim dkim;
  private final Spf senders = new Spf();

  MailAuthentication(NameService names, Clock clock) {
    this.names = names;
    this.dkim = new Dkim(clock);
  }

  /**
   * Uses name servers.
   *
   * @param servers empty for those of the operating system
   * @throws IOException there is none
   */
  public static MailAuthentication asking(List<InetSocketAddress> servers, Clock clock)
      throws IOException {
    List<InetSocketAddress> asked =
        servers.isEmpty() ? ResolverConfig.getCurrentConfig().servers() : servers;
    return new MailAuthentication(new NameServers(asked), clock);
  }

  @Override
  public Evidence check(Envelope envelope, ParsedMessage message, RawMessage raw) {
    Lookups lookups = new Lookups(names);
    HeaderLines header;
    Dkim.Result signatures;
    Optional<Author> author;
    try (InputStream in = new BufferedInputStream(raw.open(), BUFFER_BYTES)) {
      header = HeaderLines.read(in);
      author = Author.of(header, message);
      signatures = dkim.verify(header, in, author, lookups);
    } catch (IOException storage) {
      throw new UncheckedIOException("a message cannot be read", storage);
    }
    Spf.Result spf = senders.check(envelope, lookups);
    if (author.isEmpty()) {
      return evidence(spf, signatures, "permerror", null, Requested.NOTHING);
    }
    boolean unsure =
        spf.verdict().equals("temperror")
            || signatures.checks().stream().anyMatch(c -> c.result().equals("temperror"));
    String domain = author.get().domain();
    Dmarc.Result dmarc = Dmarc.judge(domain, spf.passed(), signatures.passed(), unsure, lookups);
    return evidence(
        spf, signatures, dmarc.verdict(), dmarc.aligned() ? domain : null, dmarc.requested());
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
