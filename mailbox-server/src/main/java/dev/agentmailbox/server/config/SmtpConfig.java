package dev.agentmailbox.server.config;

import dev.agentmailbox.server.smtp.SmtpSettings;
import dev.agentmailbox.server.tls.TlsFiles;
import java.util.Optional;

/**
 * SMTP settings for inbound mail.
 *
 * @param port 0 for any free one
 * @param connectionsPerAddress maximum concurrent connections; more are refused with 421
 * @param tls empty for no STARTTLS
 */
public record SmtpConfig(String host, int port, int connectionsPerAddress, Optional<TlsFiles> tls) {
  private static final int DEFAULT_PORT = 2525;
  private static final int DEFAULT_CONNECTIONS = 20;
  private static final int MAX_CONNECTIONS = 500;

  static SmtpConfig read(SettingValues values) {
    return new SmtpConfig(
        values.text(Setting.MAILBOX_SMTP_HOST, "127.0.0.1"),
        values.number(Setting.MAILBOX_SMTP_PORT, DEFAULT_PORT, 0, SettingValues.MAX_PORT),
        values.number(
            Setting.MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS, DEFAULT_CONNECTIONS, 1, MAX_CONNECTIONS),
        values.tls(Setting.MAILBOX_SMTP_TLS_CERTIFICATE, Setting.MAILBOX_SMTP_TLS_KEY));
  }

  /**
   * The settings of the listener.
   *
   * @param hostName host name in its greeting
   */
  public SmtpSettings settings(String hostName) {
    SmtpSettings.Limits usual = SmtpSettings.Limits.USUAL;
    SmtpSettings plain =
        SmtpSettings.plain(host, port, hostName)
            .withLimits(
                new SmtpSettings.Limits(
                    usual.messageBytes(),
                    usual.recipients(),
                    usual.connections(),
                    connectionsPerAddress,
                    usual.idle(),
                    usual.wholeData()));
    return tls.map(plain::withTls).orElse(plain);
  }
}
