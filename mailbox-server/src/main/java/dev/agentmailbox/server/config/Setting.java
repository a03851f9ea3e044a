package dev.agentmailbox.server.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** All settings, by environment variable. */
enum Setting {
  MAILBOX_HTTP_HOST,
  MAILBOX_HTTP_PORT,
  MAILBOX_HTTP_TLS_CERTIFICATE,
  MAILBOX_HTTP_TLS_KEY,
  MAILBOX_HTTP_CONNECTIONS_PER_ADDRESS,
  MAILBOX_METRICS_PORT,
  MAILBOX_SMTP_HOST,
  MAILBOX_SMTP_PORT,
  MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS,
  MAILBOX_SMTP_TLS_CERTIFICATE,
  MAILBOX_SMTP_TLS_KEY,
  MAILBOX_LOG_FORMAT,
  MAILBOX_CATCH_ALL,
  MAILBOX_AUTHENTICATION,
  MAILBOX_DNS_SERVERS,
  MAILBOX_FEEDBACK_SOURCES,
  MAILBOX_RSPAMD_URL,
  MAILBOX_DETECTOR_URL,
  MAILBOX_DETECTOR_FAILURE,
  MAILBOX_TRUSTED_RELAYS,
  MAILBOX_DATA_DIR,
  MAILBOX_DISK_RESERVE,
  MAILBOX_DATABASE_URL,
  MAILBOX_CONTENT,
  MAILBOX_S3_ACCESS_KEY,
  MAILBOX_S3_SECRET_KEY,
  MAILBOX_DOMAIN,
  MAILBOX_RELAY_URL,
  MAILBOX_RELAY_OAUTH_TOKEN_URL,
  MAILBOX_RELAY_OAUTH_CLIENT_ID,
  MAILBOX_RELAY_OAUTH_CLIENT_SECRET,
  MAILBOX_RELAY_OAUTH_REFRESH_TOKEN,
  MAILBOX_RELAY_OAUTH_SCOPE,
  MAILBOX_DELIVERY_HELLO_NAME,
  MAILBOX_DELIVERY_SOURCE_ADDRESS,
  MAILBOX_DKIM_SELECTOR,
  MAILBOX_BASE_URL,
  MAILBOX_APP_URL,
  MAILBOX_DOCS_URL,
  MAILBOX_SERVICE_NAME,
  MAILBOX_INVITE_PREFIX,
  MAILBOX_OWNER_EMAIL,
  MAILBOX_AUDIT_HEADS_TO,
  MAILBOX_BOOTSTRAP_API_KEY,
  MAILBOX_SIGNUP_MODE,
  MAILBOX_MASTER_KEY,
  MAILBOX_TRUSTED_PROXIES,
  MAILBOX_NETWORK_OPERATORS,
  MAILBOX_PLAN_INBOX_LIMIT,
  MAILBOX_PLAN_DAILY_RECIPIENTS,
  MAILBOX_PLAN_API_CALLS_DAILY,
  MAILBOX_RATE_PER_KEY,
  MAILBOX_RATE_PER_ADDRESS,
  MAILBOX_STEP_UP_SECONDS,
  MAILBOX_WEBHOOK_ALLOW_LOCAL;

  /** Prefix of environment variables that must be known settings. */
  private static final String PREFIX = "MAILBOX_";

  /** Prefix of variables for tests, which the server ignores. */
  private static final String TEST_PREFIX = "MAILBOX_TEST_";

  /**
   * Of the client commands: the first start asks to export a key, and the next may be in that
   * shell.
   */
  private static final Set<String> OF_CLIENTS =
      Set.of("MAILBOX_API_KEY", "MAILBOX_URL", "MAILBOX_INBOX", "MAILBOX_WEBHOOK_SECRET");

  /** Whether a variable is meant for the server. */
  static boolean isOurs(String variable) {
    return variable.startsWith(PREFIX)
        && !variable.startsWith(TEST_PREFIX)
        && !OF_CLIENTS.contains(variable);
  }

  /** The name in a properties file: lower case with dots. */
  String property() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  static Optional<Setting> ofVariable(String variable) {
    return Arrays.stream(values()).filter(s -> s.name().equals(variable)).findFirst();
  }

  static Optional<Setting> ofProperty(String property) {
    return Arrays.stream(values()).filter(s -> s.property().equals(property)).findFirst();
  }
}
