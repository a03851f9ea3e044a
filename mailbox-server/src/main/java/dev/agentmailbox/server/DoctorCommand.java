package dev.agentmailbox.server;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.delivery.RelayUrl;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.doctor.Doctor;
import dev.agentmailbox.server.doctor.Finding;
import dev.agentmailbox.server.net.AddressGuard;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code doctor}: checks the published DNS records. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks the DNS records of the server and its mail domains, one line each: ok, optional,"
            + " missing, wrong or unknown, with what to do. Exit code 0 when nothing needs to be"
            + " done, 1 otherwise.")
final class DoctorCommand implements Callable<Integer> {
  private static final int SOMETHING_TO_DO = 1;

  @ParentCommand private @Nullable ConfigSource main;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--resolver",
      paramLabel = "ADDRESS[:PORT]",
      description = "name server to query; default: that of mx:, or the operating system's")
  private @Nullable String resolver;

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    try {
      ServerConfig config = Objects.requireNonNull(main).config();
      List<Finding> findings =
          new Doctor(
                  dns(config),
                  guard(config),
                  OutboundTransport.sender(config, OutboundTransport.keys(config)))
              .look();
      findings.forEach(finding -> line.getOut().println(finding.line()));
      line.getOut().flush();
      return findings.stream().allMatch(f -> f.level().isFine()) ? 0 : SOMETHING_TO_DO;
    } catch (ConfigException | IOException e) {
      line.getErr().println("doctor: " + e.getMessage());
      line.getErr().flush();
      return ConfigSource.CANNOT_START;
    }
  }

  private Dns dns(ServerConfig config) {
    RelayUrl url = OutboundTransport.url(config);
    if (resolver != null) {
      try {
        url = RelayUrl.parse("mx:?resolver=" + resolver);
      } catch (IllegalArgumentException e) {
        throw new ConfigException("--resolver: " + e.getMessage());
      }
    }
    return url instanceof RelayUrl.Direct direct && direct.resolver() != null
        ? Dns.at(direct.resolver())
        : Dns.ofSystem();
  }

  private static AddressGuard guard(ServerConfig config) {
    return OutboundTransport.isLocalAllowed(config)
        ? AddressGuard.ANYWHERE
        : AddressGuard.PUBLIC_ONLY;
  }
}
