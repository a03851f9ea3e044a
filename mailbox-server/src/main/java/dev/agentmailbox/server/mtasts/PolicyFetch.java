package dev.agentmailbox.server.mtasts;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.ClientTls;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches a policy file (RFC 8461 section 3.3). One GET in a client of its own, because the address
 * that was looked at must be the one connected to, and everything has a limit: time, bytes, header
 * lines, no redirects, no cookies, no compression. Thread safe.
 */
final class PolicyFetch {
  private static final Logger log = LoggerFactory.getLogger(PolicyFetch.class);

  static final int HTTPS_PORT = 443;

  /** Connecting, TLS, and everything that is read, together. */
  private static final Duration WHOLE = Duration.ofSeconds(10);

  private static final Duration CONNECT = Duration.ofSeconds(4);
  private static final int ADDRESSES = 2;

  private final Dns dns;
  private final AddressGuard guard;
  private final ClientTls tls;
  private final int port;
  private final ScheduledExecutorService alarms =
      Executors.newSingleThreadScheduledExecutor(PolicyFetch::daemon);

  PolicyFetch(Dns dns, AddressGuard guard, ClientTls tls, int port) {
    this.dns = dns;
    this.guard = guard;
    this.tls = tls;
    this.port = port;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "mta-sts-alarm");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Fetches the policy of a domain.
   *
   * @return empty when what is there is no policy
   * @throws IOException nothing was there, or it did not come in time
   */
  Optional<StsPolicy> policy(String domain) throws IOException, DnsException {
    String host = "mta-sts." + domain;
    IOException last = new IOException("no public address");
    List<InetAddress> allowed = dns.addresses(host).stream().filter(guard::allows).toList();
    for (InetAddress address : allowed.subList(0, Math.min(ADDRESSES, allowed.size()))) {
      try {
        return HttpAnswer.text(get(address, host)).flatMap(StsPolicy::parse);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private byte[] get(InetAddress address, String host) throws IOException {
    try (Socket plain = new Socket()) {
      Future<?> alarm =
          alarms.schedule(() -> closeQuietly(plain), WHOLE.toMillis(), TimeUnit.MILLISECONDS);
      try {
        plain.connect(new InetSocketAddress(address, port), (int) CONNECT.toMillis());
        plain.setSoTimeout((int) WHOLE.toMillis());
        try (Socket secure = tls.checked(plain, host)) {
          secure.getOutputStream().write(request(host));
          InputStream in = new BufferedInputStream(secure.getInputStream());
          return in.readNBytes(HttpAnswer.MAX_BYTES);
        }
      } finally {
        alarm.cancel(false);
      }
    }
  }

  private static byte[] request(String host) {
    return ("GET /.well-known/mta-sts.txt HTTP/1.1\r\nHost: "
            + host
            + "\r\nAccept: text/plain\r\nUser-Agent: agent-mailbox\r\nConnection: close\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      log.debug("a connection could not be closed: {}", e.toString());
    }
  }
}
