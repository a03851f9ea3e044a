package dev.agentmailbox.server.command;

import dev.agentmailbox.http.audit.AuditVerifier;
import dev.agentmailbox.http.audit.AuditVerifier.FaultException;
import dev.agentmailbox.http.audit.AuditVerifier.Verified;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verify-audit}: checks an exported audit trail without a server. */
@Command(
    name = "verify-audit",
    mixinStandardHelpOptions = true,
    description =
        "Checks an export of GET /v0/audit/export without a server: every entry is there once, in"
            + " order, and as it was written. Exit code 0 when it is, 1 at the first fault, 2 when"
            + " the file cannot be read.")
public final class VerifyAuditCommand implements Callable<Integer> {
  private static final int FAULT = 1;
  private static final int UNREADABLE = 2;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "an export, one JSON object a line")
  private @Nullable Path file;

  @Option(
      names = "--head",
      paramLabel = "HASH",
      description =
          "a head as it was noted elsewhere, or mailed; may be repeated. A trail that was rewritten"
              + " or cut off since has no entry with this hash")
  private List<String> heads = List.of();

  @Override
  public Integer call() {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter errors = commandLine.getErr();
    try (BufferedReader lines = Files.newBufferedReader(Objects.requireNonNull(file))) {
      Verified verified = AuditVerifier.verify(lines, heads);
      PrintWriter out = commandLine.getOut();
      out.printf(
          "entries %d to %d are whole; head %s%n",
          verified.first(), verified.last(), verified.head());
      out.flush();
      return 0;
    } catch (FaultException fault) {
      errors.println(fault.getMessage());
      return FAULT;
    } catch (IOException unreadable) {
      errors.println("the file cannot be read: " + FileProblem.words(unreadable));
      return UNREADABLE;
    }
  }
}
