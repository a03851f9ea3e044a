package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sign-in}: signs a human in, for {@code approve}. */
@Command(
    name = "sign-in",
    mixinStandardHelpOptions = true,
    description =
        "Signs you in by a code that is mailed to you, as in the console. The session is kept in"
            + " ~/.config/agent-mailbox, readable by you alone.")
public final class SignInCommand extends ClientCommand {
  @Parameters(arity = "0..1", paramLabel = "EMAIL", description = "your address")
  private String email = "";

  @Option(names = "--out", description = "sign out instead")
  private boolean out;

  @Override
  void run() throws IOException {
    if (out) {
      humanApi().ifPresent(api -> api.post("/console/sign-out", Map.of()));
      settings().forgetSession();
      return;
    }
    if (email.isEmpty()) {
      throw ClientException.usage("EMAIL is missing: mailbox sign-in you@example.com");
    }
    ApiClient api = ApiClient.ofHuman(url(), null);
    api.post("/console/sign-in/code", Map.of("email", email));
    String code = ask("Code from the mail: ");
    api.post("/console/sign-in/verify", Map.of("email", email, "code", code));
    String cookie =
        api.cookie()
            .orElseThrow(() -> ClientException.refused("the server started no session", false));
    settings().keepSession(url(), cookie);
    note("Signed in as " + email + ".");
  }
}
