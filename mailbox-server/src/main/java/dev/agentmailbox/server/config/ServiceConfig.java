package dev.agentmailbox.server.config;

import java.net.URI;
import java.util.List;

/**
 * Name, domains and URLs of the service.
 *
 * @param domains of its inboxes, lower case, at least one
 * @param baseUrl without {@code /v0} and, like the other URLs, without a trailing slash
 * @param appUrl of the console
 * @param docsUrl of the documentation
 */
public record ServiceConfig(
    String name, List<String> domains, URI baseUrl, URI appUrl, URI docsUrl) {
  private static final int MAX_NAME_CHARACTERS = 64;
  private static final String DEFAULT_DOMAIN = "agents.localhost";

  public ServiceConfig {
    domains = List.copyOf(domains);
  }

  /**
   * Reads the settings.
   *
   * @param http for the default base URL
   */
  static ServiceConfig read(SettingValues values, HttpConfig http) {
    List<String> domains = values.domains(Setting.MAILBOX_DOMAIN);
    URI base =
        values.url(
            Setting.MAILBOX_BASE_URL,
            (http.tls().isPresent() ? "https" : "http") + "://localhost:" + http.port());
    if (!base.getRawPath().isEmpty()) {
      throw SettingValues.bad(
          Setting.MAILBOX_BASE_URL, "must have no path: everything is served from the root");
    }
    return new ServiceConfig(
        name(values),
        domains.isEmpty() ? List.of(DEFAULT_DOMAIN) : domains,
        base,
        values.url(Setting.MAILBOX_APP_URL, base + "/console"),
        values.url(Setting.MAILBOX_DOCS_URL, base + "/docs"));
  }

  private static String name(SettingValues values) {
    String name = values.text(Setting.MAILBOX_SERVICE_NAME, "mailbox");
    if (name.length() > MAX_NAME_CHARACTERS || name.chars().anyMatch(Character::isISOControl)) {
      throw SettingValues.bad(
          Setting.MAILBOX_SERVICE_NAME, "must have at most 64 characters on one line");
    }
    return name;
  }
}
