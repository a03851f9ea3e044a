package dev.agentmailbox.server.mtasts;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** An HTTPS server on 127.0.0.1 that gives every request one answer. */
public final class PolicyServer implements AutoCloseable {
  public final AtomicInteger requests = new AtomicInteger();
  private final SSLServerSocket listening;
  private volatile String answer = "";

  public PolicyServer(SSLContext tls) throws IOException {
    listening =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getAllByName("127.0.0.1")[0]);
    Thread thread = new Thread(this::serve, "policy-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** A good policy file. */
  public PolicyServer policy(String mode, String... servers) {
    StringBuilder text = new StringBuilder("version: STSv1\nmode: " + mode + "\n");
    for (String server : servers) {
      text.append("mx: ").append(server).append('\n');
    }
    text.append("max_age: 86400\n");
    return answer("200 OK\r\nContent-Type: text/plain", text.toString());
  }

  /** Any answer; the status line begins behind the version. */
  public PolicyServer answer(String header, String body) {
    answer = "HTTP/1.1 " + header + "\r\n\r\n" + body;
    return this;
  }

  /** The policies of a domain whose {@code mta-sts} host is here. */
  public StsPolicies policies(Dns dns, ClientTls tls, Clock clock) {
    return new StsPolicies(dns, fetch(dns, tls), clock);
  }

  /** Fetches from here whatever the name. */
  PolicyFetch fetch(Dns dns, ClientTls tls) {
    return new PolicyFetch(
        OutgoingHttp.to(AddressGuard.ANYWHERE, dns, tls.checkedContext()),
        listening.getLocalPort());
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (SSLSocket socket = (SSLSocket) listening.accept()) {
        StringBuilder request = new StringBuilder();
        while (request.indexOf("\r\n\r\n") < 0) {
          int next = socket.getInputStream().read();
          if (next < 0) {
            break;
          }
          request.append((char) next);
        }
        if (request.indexOf("GET /.well-known/mta-sts.txt HTTP/1.1\r\n") == 0) {
          requests.incrementAndGet();
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
          socket.getOutputStream().flush();
        }
      } catch (IOException e) {
        // A client that does not like the certificate goes; the next one may.
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
