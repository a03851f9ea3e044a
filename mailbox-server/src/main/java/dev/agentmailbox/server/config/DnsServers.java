package dev.agentmailbox.server.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name server addresses: {@code 192.0.2.1}, {@code 192.0.2.1:5353}, {@code [2001:db8::1]:53}. */
final class DnsServers {
  private static final int PORT = 53;
  private static final int MAX_PORT = 65_535;
  private static final Pattern SERVER =
      Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([0-9.]+))(?::([0-9]{1,5}))?");

  private DnsServers() {}

  /**
   * Parses them.
   *
   * @throws IllegalArgumentException for an invalid address
   */
  static List<InetSocketAddress> parse(List<String> texts) {
    List<InetSocketAddress> servers = new ArrayList<>();
    for (String text : texts) {
      Matcher matcher = SERVER.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("no address");
      }
      String address = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      int port = matcher.group(3) == null ? PORT : Integer.parseInt(matcher.group(3));
      if (port == 0 || port > MAX_PORT) {
        throw new IllegalArgumentException("no port");
      }
      try {
        servers.add(new InetSocketAddress(InetAddress.getByName(address), port));
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("no address", e);
      }
    }
    return List.copyOf(servers);
  }
}
