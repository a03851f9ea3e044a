package dev.agentmailbox.server.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: prints a script with which a shell completes the commands. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script for bash and zsh: source <(mailbox completion)")
public final class CompletionCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandSpec own = Objects.requireNonNull(spec);
    own.commandLine().getOut().print(AutoComplete.bash("mailbox", own.root().commandLine()));
    own.commandLine().getOut().flush();
  }
}
