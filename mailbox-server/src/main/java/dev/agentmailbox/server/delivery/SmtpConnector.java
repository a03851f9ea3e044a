package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import dev.agentmailbox.server.net.ClientTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens SMTP sessions, ready for MAIL. Thread safe. */
final class SmtpConnector {
  /** Maximum addresses tried per host. */
  private static final int ADDRESSES = 4;

  private static final int GREETING_TAKES_MAIL = 220;

  private final Relay relay;
  private final SmtpClientSettings settings;
  private final ClientTls tls;
  private final Addresses addresses;
  private final SourceAddresses sources;
  private final @Nullable AccessTokens tokens;

  /** Resolves the host, within its own timeout. */
  interface Addresses {
    /**
     * Returns the addresses that may be connected to, in order of preference.
     *
     * @throws HopFailure when there are none, or on a temporary failure
     */
    List<InetAddress> find() throws HopFailure;
  }

  /**
   * @param tokens used instead of a password; null for none
   */
  SmtpConnector(
      Relay relay,
      SmtpClientSettings settings,
      ClientTls tls,
      Addresses addresses,
      SourceAddresses sources,
      @Nullable AccessTokens tokens) {
    this.tokens = tokens;
    this.relay = relay;
    this.settings = settings;
    this.tls = tls;
    this.addresses = addresses;
    this.sources = sources;
  }

  /**
   * Connects, sends EHLO, starts TLS and authenticates.
   *
   * @throws HopFailure when any step fails; the connection is then closed
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
    List<InetAddress> found = sources.reachable(addresses.find());
    for (InetAddress address : found.subList(0, Math.min(ADDRESSES, found.size()))) {
      Socket socket = new Socket();
      attempt.watch(socket);
      try {
        InetAddress source = sources.sourceFor(address);
        if (source != null) {
          socket.bind(new InetSocketAddress(source, 0));
        }
        socket.connect(
            new InetSocketAddress(address, relay.port()), (int) settings.connect().toMillis());
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        SmtpConnection.closeQuietly(socket);
        last = e;
      }
    }
    throw HopFailure.unreachable("no connection: " + describe(last));
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
      new RelaySignIn(connection, relay.credentials()).run(secure, tokens);
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

  /** {@code AUTH=LOGIN} of servers older than RFC 2554 is read like {@code AUTH LOGIN}. */
  private static String authWithSpace(String line) {
    return line.regionMatches(true, 0, "AUTH=", 0, 5) ? "AUTH " + line.substring(5) : line;
  }

  private static Map<String, String> extensions(SmtpReply reply) {
    Map<String, String> extensions = new HashMap<>();
    for (String line : reply.lines().subList(1, reply.lines().size())) {
      String[] words = authWithSpace(line.strip()).split(" +", 2);
      extensions.merge(
          words[0].toUpperCase(Locale.ROOT),
          words.length > 1 ? words[1] : "",
          (one, other) -> one + ' ' + other);
    }
    return extensions;
  }

  /**
   * @return whether TLS is active now
   */
  private boolean startTls(SmtpConnection connection) throws IOException, HopFailure {
    if (relay.tls() == Tls.NEVER) {
      return false;
    }
    boolean required = relay.tls() == Tls.REQUIRED;
    if (!connection.offers("STARTTLS")) {
      if (required) {
        throw HopFailure.temporary(relay.host() + " does not offer STARTTLS");
      }
      return false;
    }
    connection.continueOver(secure(connection, required));
    hello(connection);
    return true;
  }

  private Socket secure(SmtpConnection connection, boolean required) throws HopFailure {
    try {
      SmtpReply reply = connection.command("STARTTLS");
      if (!reply.isPositive()) {
        throw HopFailure.startTlsRefused(reply);
      }
      // A man in the middle could have injected a second reply.
      connection.refuseUnexpectedInput();
      Socket plain = connection.wire();
      return required ? tls.checked(plain, relay.host()) : tls.unchecked(plain, relay.host());
    } catch (IOException e) {
      throw HopFailure.tlsFailed("no TLS with " + relay.host() + ": " + describe(e));
    }
  }

  private static String describe(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** The destination without password, for logs. */
  @Override
  public String toString() {
    return relay.host() + ":" + relay.port();
  }
}
