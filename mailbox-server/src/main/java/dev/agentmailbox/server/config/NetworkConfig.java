package dev.agentmailbox.server.config;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Network settings.
 *
 * @param dnsServers empty for those of the operating system
 * @param webhookAllowLocal whether webhooks may target private addresses; for development only
 */
public record NetworkConfig(List<InetSocketAddress> dnsServers, boolean webhookAllowLocal) {
  public NetworkConfig {
    dnsServers = List.copyOf(dnsServers);
  }

  static NetworkConfig read(SettingValues values) {
    return new NetworkConfig(dnsServers(values), values.flag(Setting.MAILBOX_WEBHOOK_ALLOW_LOCAL));
  }

  private static List<InetSocketAddress> dnsServers(SettingValues values) {
    try {
      return DnsServers.parse(values.list(Setting.MAILBOX_DNS_SERVERS));
    } catch (IllegalArgumentException e) {
      throw SettingValues.bad(
          Setting.MAILBOX_DNS_SERVERS, "must be IP addresses, with a port if it is not 53");
    }
  }
}
