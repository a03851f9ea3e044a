package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.delivery.RelayUrl.Credentials;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens connections to a relay, up to where MAIL may be said. Thread safe. */
final class SmtpConnector implements AutoCloseable {
  /** Addresses of one host that are tried. */
  private static final int ADDRESSES = 4;

  private static final int LOOKUPS_AT_ONCE = 4;
  private static final int GREETING_TAKES_MAIL = 220;
  private static final int AUTH_CONTINUES = 334;

  private final Relay relay;
  private final SmtpClientSettings settings;
  private final ClientTls tls;
  private final ExecutorService lookups =
      Executors.newFixedThreadPool(LOOKUPS_AT_ONCE, SmtpConnector::daemon);

  SmtpConnector(Relay relay, SmtpClientSettings settings, ClientTls tls) {
    this.relay = relay;
    this.settings = settings;
    this.tls = tls;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "smtp-lookup");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Connects, greets, switches to TLS and signs in.
   *
   * @throws HopFailure when any of it does not work; nothing stays open then
   */
  SmtpConnection open(Attempt attempt) throws HopFailure {
    Socket socket = connect(attempt);
    SmtpConnection connection = null;
    try {
      connection = prepare(socket);
      return connection;
    } catch (IOException e) {
      throw HopFailure.temporary("the connection failed: " + describe(e));
    } finally {
      if (connection == null) {
        SmtpConnection.closeQuietly(socket);
      }
    }
  }

  private Socket connect(Attempt attempt) throws HopFailure {
    IOException last = new UnknownHostException("no address");
    List<InetAddress> addresses = addresses();
    for (InetAddress address : addresses.subList(0, Math.min(ADDRESSES, addresses.size()))) {
      Socket socket = new Socket();
      attempt.watch(socket);
      try {
        socket.connect(
            new InetSocketAddress(address, relay.port()), (int) settings.connect().toMillis());
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        SmtpConnection.closeQuietly(socket);
        last = e;
      }
    }
    throw HopFailure.temporary("no connection: " + describe(last));
  }

  /** Java's own look-up has no time limit. */
  private List<InetAddress> addresses() throws HopFailure {
    Future<InetAddress[]> lookup = lookups.submit(() -> InetAddress.getAllByName(relay.host()));
    try {
      return Arrays.asList(lookup.get(settings.connect().toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw HopFailure.temporary("the relay's name has no address");
    } catch (TimeoutException e) {
      throw HopFailure.temporary("the relay's name was not found in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HopFailure.temporary("interrupted");
    }
  }

  private SmtpConnection prepare(Socket socket) throws IOException, HopFailure {
    boolean secure = relay.tls() == Tls.FROM_THE_START;
    if (secure) {
      socket.setSoTimeout((int) settings.reply().toMillis());
    }
    SmtpConnection connection =
        new SmtpConnection(
            socket, secure ? tls.checked(socket, relay.host()) : socket, settings.reply());
    SmtpReply greeting = connection.reply(settings.reply());
    if (greeting.code() != GREETING_TAKES_MAIL) {
      throw HopFailure.by(greeting, "connect");
    }
    hello(connection);
    if (!secure) {
      secure = startTls(connection);
    }
    if (relay.credentials() != null) {
      signIn(connection, relay.credentials(), secure);
    }
    return connection;
  }

  private void hello(SmtpConnection connection) throws IOException, HopFailure {
    SmtpReply reply = connection.command("EHLO " + settings.helloName());
    if (reply.isPositive()) {
      connection.offers(extensions(reply));
      return;
    }
    if (reply.isPermanent()) {
      reply = connection.command("HELO " + settings.helloName());
    }
    if (!reply.isPositive()) {
      throw HopFailure.by(reply, "EHLO");
    }
    connection.offers(Map.of());
  }

  private static Map<String, String> extensions(SmtpReply reply) {
    Map<String, String> extensions = new HashMap<>();
    for (String line : reply.lines().subList(1, reply.lines().size())) {
      String[] words = line.strip().split(" +", 2);
      extensions.put(words[0].toUpperCase(Locale.ROOT), words.length > 1 ? words[1] : "");
    }
    return extensions;
  }

  /**
   * @return whether the connection is in TLS now
   */
  private boolean startTls(SmtpConnection connection) throws IOException, HopFailure {
    boolean required = relay.tls() == Tls.REQUIRED;
    if (!connection.offers("STARTTLS")) {
      if (required) {
        throw HopFailure.temporary("the relay does not offer STARTTLS");
      }
      return false;
    }
    SmtpReply reply = connection.command("STARTTLS");
    if (!reply.isPositive()) {
      throw HopFailure.by(reply, "STARTTLS");
    }
    // Somebody on the way could have put a reply behind the reply.
    connection.refuseUnexpectedInput();
    Socket plain = connection.wire();
    Socket secure =
        required ? tls.checked(plain, relay.host()) : tls.unchecked(plain, relay.host());
    connection.continueOver(secure);
    hello(connection);
    return true;
  }

  private static void signIn(SmtpConnection connection, Credentials credentials, boolean secure)
      throws IOException, HopFailure {
    if (!secure && !isNear(connection.wire().getInetAddress())) {
      throw HopFailure.temporary("the relay offers no TLS, and the password must not go in clear");
    }
    List<String> offered =
        List.of(
            connection.extensions().getOrDefault("AUTH", "").toUpperCase(Locale.ROOT).split(" +"));
    SmtpReply reply;
    if (offered.contains("PLAIN")) {
      reply =
          connection.command(
              "AUTH PLAIN " + base64("\0" + credentials.user() + "\0" + credentials.password()));
    } else if (offered.contains("LOGIN")) {
      reply = login(connection, credentials);
    } else {
      throw HopFailure.temporary("the relay offers neither AUTH PLAIN nor AUTH LOGIN");
    }
    if (!reply.isPositive()) {
      throw HopFailure.by(reply, "AUTH");
    }
  }

  private static SmtpReply login(SmtpConnection connection, Credentials credentials)
      throws IOException {
    SmtpReply reply = connection.command("AUTH LOGIN");
    if (reply.code() == AUTH_CONTINUES) {
      reply = connection.command(base64(credentials.user()));
    }
    if (reply.code() == AUTH_CONTINUES) {
      reply = connection.command(base64(credentials.password()));
    }
    return reply;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** In the same machine or network, where relays without TLS are usual. */
  private static boolean isNear(@Nullable InetAddress address) {
    if (address == null) {
      return false;
    }
    boolean uniqueLocal =
        address.getAddress().length == 16 && (address.getAddress()[0] & 0xfe) == 0xfc;
    return address.isLoopbackAddress()
        || address.isSiteLocalAddress()
        || address.isLinkLocalAddress()
        || uniqueLocal;
  }

  private static String describe(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** Unused threads end; an open connection is not touched. */
  @Override
  public void close() {
    lookups.shutdownNow();
  }

  /** For logs: where to, without the password. */
  @Override
  public String toString() {
    return relay.host() + ":" + relay.port();
  }
}
