package dev.agentmailbox.server;

import dev.agentmailbox.http.ListenException;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.smtp.SmtpListener;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Binds the ports; a failure names the setting of the host or the port. */
final class Listening {
  private static final String SMTP = "MAILBOX_SMTP";
  private static final String HTTP = "MAILBOX_HTTP";

  private Listening() {}

  /** An action that binds. */
  @FunctionalInterface
  interface Binding {
    SmtpListener bind() throws IOException;
  }

  /**
   * Binds the HTTP port and that of metrics.
   *
   * @throws ConfigException with the setting
   */
  static void bind(MailboxHttp http, ServerConfig config) {
    requireAddress(HTTP, config.http().host());
    try {
      http.bind();
    } catch (ListenException e) {
      boolean main = e.address().getPort() == config.http().port();
      throw refused(HTTP, main ? "MAILBOX_HTTP_PORT" : "MAILBOX_METRICS_PORT", e);
    }
  }

  /**
   * Binds the SMTP port.
   *
   * @throws ConfigException with the setting
   * @throws IOException the certificate cannot be used
   */
  static SmtpListener bind(ServerConfig config, Binding smtp) throws IOException {
    requireAddress(SMTP, config.smtp().host());
    try {
      return smtp.bind();
    } catch (BindException e) {
      throw refused(SMTP, "MAILBOX_SMTP_PORT", e);
    }
  }

  private static void requireAddress(String settings, String host) {
    try {
      InetAddress unused = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new ConfigException(
          settings
              + "_HOST: "
              + host
              + " is not an address; use 127.0.0.1 or 0.0.0.0, for example");
    }
  }

  /** The system's words are the only difference between a wrong host and a port in use. */
  private static ConfigException refused(String settings, String port, Exception failure) {
    String reason = String.valueOf(failure.getMessage());
    boolean host = reason.contains("assign requested address");
    String advice =
        host
            ? "; use an address of this machine, or 0.0.0.0 for all"
            : reason.contains("Permission")
                ? "; ports below 1024 need a privilege of the process"
                : "; choose another port, or stop the process that uses it";
    return new ConfigException((host ? settings + "_HOST" : port) + ": " + reason + advice);
  }
}
