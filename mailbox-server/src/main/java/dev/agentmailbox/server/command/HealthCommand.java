package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.HttpConfig;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.net.ClientTls;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import picocli.CommandLine.Command;

/** {@code health}: asks the running server whether it serves. */
@Command(
    name = "health",
    mixinStandardHelpOptions = true,
    description =
        "Checks that the server on this machine with the same settings is healthy"
            + " (GET /v0/health), for the health checks of containers. Exit code 0 when it is,"
            + " 1 otherwise.")
public final class HealthCommand extends ConfiguredCommand {
  /** For the connection, and once more for the answer. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Container engines reserve all others. */
  private static final int DOES_NOT_SERVE = 1;

  @Override
  int run(ServerConfig config) throws IOException {
    int status = status(config.http());
    if (status == HttpURLConnection.HTTP_OK) {
      return 0;
    }
    printError("health: the server answered " + status);
    return failure();
  }

  @Override
  int failure() {
    return DOES_NOT_SERVE;
  }

  private static int status(HttpConfig http) throws IOException {
    InetAddress bound = InetAddress.getByName(http.host());
    String host =
        bound.isAnyLocalAddress()
            ? InetAddress.getLoopbackAddress().getHostAddress()
            : bound.getHostAddress();
    String scheme = http.tls().isPresent() ? "https" : "http";
    URL health = new URL(scheme, host, http.port(), "/v0/health");
    HttpURLConnection connection = (HttpURLConnection) health.openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection secure) {
      // The certificate is for the public name, and this address is the server's own.
      secure.setSSLSocketFactory(ClientTls.usual().uncheckedContext().getSocketFactory());
      secure.setHostnameVerifier((name, session) -> true);
    }
    connection.setConnectTimeout((int) PATIENCE.toMillis());
    connection.setReadTimeout((int) PATIENCE.toMillis());
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
