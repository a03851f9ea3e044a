package dev.agentmailbox.server.client;

import dev.agentmailbox.webhook.SigningSecret;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code listen}: brings events to a program under development, as a webhook would. */
@Command(
    name = "listen",
    mixinStandardHelpOptions = true,
    description =
        "Posts each event to a program on this machine, signed as a webhook is, until Ctrl-C: for a"
            + " receiver that the server cannot reach. What fails is reported and not repeated.")
public final class ListenCommand extends EventCommand {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @Option(
      names = "--forward",
      required = true,
      paramLabel = "URL",
      description = "where the program listens, such as http://localhost:3000/webhook")
  private String target = "";

  @Override
  void run() throws IOException, InterruptedException {
    SigningSecret secret = secret();
    follow(
        api(),
        filter(),
        after(),
        Long.MAX_VALUE,
        page -> {
          for (JsonObject event : page.objects("events")) {
            String outcome = forward(event, secret);
            terminal().text(line(event) + " -> " + outcome);
          }
          return true;
        });
  }

  private SigningSecret secret() {
    return settings()
        .webhookSecret()
        .map(ListenCommand::secretOf)
        .orElseGet(
            () -> {
              SigningSecret made = SigningSecret.generate(new SecureRandom());
              note("The signing secret, until this ends: " + made.reveal());
              return made;
            });
  }

  private static SigningSecret secretOf(String text) {
    if (!text.startsWith("whsec_")) {
      throw ClientException.usage("MAILBOX_WEBHOOK_SECRET must be a signing secret, whsec_…");
    }
    return SigningSecret.of(text);
  }

  private String forward(JsonObject event, SigningSecret secret) {
    byte[] body = event.bytes();
    String id = event.text("event_id");
    long now = Instant.now().getEpochSecond();
    try {
      HttpURLConnection connection = (HttpURLConnection) new URL(target).openConnection();
      connection.setRequestMethod("POST");
      connection.setInstanceFollowRedirects(false);
      connection.setConnectTimeout((int) LIMIT.toMillis());
      connection.setReadTimeout((int) LIMIT.toMillis());
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      for (String family : List.of("webhook-", "svix-")) {
        connection.setRequestProperty(family + "id", id);
        connection.setRequestProperty(family + "timestamp", Long.toString(now));
        connection.setRequestProperty(family + "signature", secret.sign(id, now, body));
      }
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      int status = connection.getResponseCode();
      connection.disconnect();
      return Integer.toString(status);
    } catch (IOException failure) {
      return "failed: " + failure.getMessage();
    }
  }
}
