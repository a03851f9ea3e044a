package dev.agentmailbox.server;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.server.config.ContentPlace;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.OutboundTransport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The start-up message: address, keys and next steps on one screen. */
final class Banner {
  private Banner() {}

  /**
   * The text.
   *
   * @param selectors of the DKIM keys
   * @param firstLink single-use sign-in link of the owner; empty except at the first start
   * @param newKey the API key created at this start, shown only here; empty when there was one
   *     already
   */
  static String text(
      ServerConfig config,
      int httpPort,
      int smtpPort,
      List<String> selectors,
      Optional<String> firstLink,
      Optional<KeySecret> newKey,
      Duration took) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%nAgent Mailbox is ready after %.1f s.%n%n", took.toMillis() / 1_000.0));
    line(text, "API", config.service().baseUrl() + "/v0");
    line(text, "Console", config.service().appUrl().toString());
    line(text, "Docs", config.service().docsUrl().toString());
    line(
        text,
        "Mail in",
        "smtp://"
            + config.smtp().host()
            + ":"
            + smtpPort
            + " for "
            + String.join(", ", config.service().domains())
            + config.intake().catchAll().map(name -> ", and all else into " + name).orElse(""));
    line(text, "Mail out", relay(config));
    if (!OutboundTransport.isKept(config)) {
      line(text, "Signed", signed(selectors));
    }
    line(text, "Data", config.store().directory().toString());
    config
        .store()
        .databaseUrl()
        .ifPresent(url -> line(text, "Database", "PostgreSQL at " + url.place()));
    if (config.store().content() instanceof ContentPlace.InDirectory directory) {
      line(text, "Messages", directory.path().toString());
    }
    if (config.store().content() instanceof ContentPlace.InBucket bucket) {
      line(text, "Messages", "bucket " + bucket.address());
    }
    if (httpPort != config.http().port()) {
      line(text, "HTTP port", Integer.toString(httpPort));
    }
    if (config.network().webhookAllowLocal()) {
      line(text, "Warning", "MAILBOX_WEBHOOK_ALLOW_LOCAL is on: for development only");
    }
    if (OutboundTransport.isLocalAllowed(config)) {
      line(text, "Warning", "mx:?allow_local=true is on: for development only");
    }
    newKey.ifPresent(key -> firstSteps(text, config, key));
    firstLink.ifPresent(link -> console(text, config, link));
    return text.toString();
  }

  private static String relay(ServerConfig config) {
    if (OutboundTransport.isKept(config)) {
      return "captured, not sent; set MAILBOX_RELAY_URL to send it";
    }
    return OutboundTransport.isDirect(config)
        ? "to the recipients' own servers"
        : "through the relay";
  }

  private static String signed(List<String> selectors) {
    return selectors.isEmpty()
        ? "no: there are no DKIM keys; create them with the command dkim-keys"
        : "with DKIM, selector " + String.join(" and ", selectors);
  }

  private static void firstSteps(StringBuilder text, ServerConfig config, KeySecret key) {
    text.append(
        String.format(
            Locale.ROOT,
            """

              This is the first start. Your API key, shown only now:

                export MAILBOX_API_KEY=%s

              Give an agent its first address:

                curl -s %s/v0/inboxes \\
                  -H "Authorization: Bearer $MAILBOX_API_KEY" \\
                  -H 'Content-Type: application/json' \\
                  -d '{"username": "my-agent"}'

            """,
            key.reveal(),
            config.service().baseUrl()));
  }

  private static void console(StringBuilder text, ServerConfig config, String link) {
    text.append(
        String.format(
            Locale.ROOT,
            """
              Open the console as %s; the link works once, for 24 hours:

                %s

            """,
            config.accounts().ownerEmail(),
            link));
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-10s %s%n", name, value));
  }
}
