package dev.agentmailbox.server.config;

/**
 * All settings with their defaults; the README lists their names. {@code toString} omits secrets.
 *
 * @param jsonLog whether each line of the log is a JSON object
 */
public record ServerConfig(
    ServiceConfig service,
    HttpConfig http,
    SmtpConfig smtp,
    IntakeConfig intake,
    DeliveryConfig delivery,
    StoreConfig store,
    AccountConfig accounts,
    NetworkConfig network,
    boolean jsonLog) {

  static ServerConfig read(SettingValues values) {
    HttpConfig http = HttpConfig.read(values);
    ServiceConfig service = ServiceConfig.read(values, http);
    return new ServerConfig(
        service,
        http,
        SmtpConfig.read(values),
        IntakeConfig.read(values, service.domains()),
        DeliveryConfig.read(values, service.domains().get(0)),
        StoreConfig.read(values),
        AccountConfig.read(values, service.domains()),
        NetworkConfig.read(values),
        values.flag(Setting.MAILBOX_LOG_FORMAT, "json", "text", false));
  }

  /** Contains the data directory only. */
  @Override
  public String toString() {
    return "ServerConfig[" + store.directory() + "]";
  }
}
