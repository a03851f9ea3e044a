package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.IntakeConfig;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.delivery.RelayUrl;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.doctor.Doctor;
import dev.agentmailbox.server.doctor.Finding;
import dev.agentmailbox.server.doctor.ListenerCheck;
import dev.agentmailbox.server.doctor.Sender;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.process.OutboundTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code doctor}: checks the published DNS records. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks the DNS records of the server and its mail domains, its own SMTP port and the"
            + " certificate of STARTTLS, one line each: ok, optional, missing, wrong or unknown,"
            + " with what to do. Local domains are checked with --resolver only. Exit code 0 when"
            + " nothing needs to be done, 1 otherwise.")
public final class DoctorCommand extends ConfiguredCommand {
  private static final int SOMETHING_TO_DO = 1;

  @Option(
      names = "--resolver",
      paramLabel = "ADDRESS[:PORT]",
      description = "name server to query; default: that of mx:, or the operating system's")
  private @Nullable String resolver;

  @Override
  int run(ServerConfig config) throws IOException {
    List<Finding> findings = findings(config);
    findings.forEach(finding -> print(finding.line()));
    return findings.stream().allMatch(f -> f.level().isFine()) ? 0 : SOMETHING_TO_DO;
  }

  private List<Finding> findings(ServerConfig config) throws IOException {
    Optional<InetSocketAddress> server = nameServer(config);
    List<Finding> findings = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (String domain : config.service().domains()) {
      if (server.isEmpty() && IntakeConfig.isLocal(domain)) {
        findings.add(
            new Finding(
                Finding.Level.OK,
                "domain " + domain,
                "is local: mail from the internet cannot reach it, so there is nothing to check"));
      } else {
        known.add(domain);
      }
    }
    if (known.isEmpty()) {
      return findings;
    }
    Dns dns = Dns.at(server.orElse(null));
    Sender sender = OutboundTransport.sender(config, known, OutboundTransport.keys(config));
    findings.addAll(new Doctor(dns, guard(config), sender).look());
    InetSocketAddress listening = new InetSocketAddress(config.smtp().host(), config.smtp().port());
    findings.addAll(
        new ListenerCheck(listening, config.delivery().helloName(), Clock.systemUTC()).look());
    return findings;
  }

  /** The one that is asked; empty for those of the operating system. */
  private Optional<InetSocketAddress> nameServer(ServerConfig config) {
    RelayUrl url = OutboundTransport.url(config);
    if (resolver != null) {
      try {
        url = RelayUrl.parse("mx:?resolver=" + resolver);
      } catch (IllegalArgumentException e) {
        throw new ConfigException("--resolver: " + e.getMessage());
      }
    }
    return url instanceof RelayUrl.Direct direct
        ? Optional.ofNullable(direct.resolver())
        : Optional.empty();
  }

  private static AddressGuard guard(ServerConfig config) {
    return OutboundTransport.isLocalAllowed(config)
        ? AddressGuard.ANYWHERE
        : AddressGuard.PUBLIC_ONLY;
  }
}
