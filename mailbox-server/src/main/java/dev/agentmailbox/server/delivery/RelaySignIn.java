package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.server.delivery.RelayUrl.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** AUTH (RFC 4954) with PLAIN or LOGIN, or with XOAUTH2 when there are access tokens. */
final class RelaySignIn {
  private static final int AUTH_CONTINUES = 334;

  /** RFC 4954 section 4: the type of authentication is not known. */
  private static final int UNKNOWN_MECHANISM = 504;

  private final SmtpConnection connection;
  private final Credentials credentials;

  RelaySignIn(SmtpConnection connection, Credentials credentials) {
    this.connection = connection;
    this.credentials = credentials;
  }

  /**
   * Signs in.
   *
   * @param secure whether TLS is active
   * @param tokens null to use the password
   * @throws HopFailure the relay offers no usable way, or refuses
   */
  void run(boolean secure, @Nullable AccessTokens tokens) throws IOException, HopFailure {
    if (!secure && !isNear(connection.wire().getInetAddress())) {
      throw HopFailure.temporary(
          "the relay offers no TLS, and the password must not be sent in clear");
    }
    if (tokens != null) {
      withToken(tokens);
    } else {
      withPassword();
    }
  }

  /** A relay may offer a mechanism that it then does not know; the next one is tried. */
  private void withPassword() throws IOException, HopFailure {
    SmtpReply reply = null;
    if (offers("PLAIN")) {
      reply =
          connection.command(
              "AUTH PLAIN " + base64("\0" + credentials.user() + "\0" + credentials.password()));
    }
    if (offers("LOGIN") && (reply == null || reply.code() == UNKNOWN_MECHANISM)) {
      reply = login();
    }
    if (reply == null) {
      throw HopFailure.temporary("the relay offers neither AUTH PLAIN nor AUTH LOGIN");
    }
    if (!reply.isPositive()) {
      throw HopFailure.by(reply, "AUTH");
    }
  }

  private boolean offers(String mechanism) {
    return List.of(
            connection.extensions().getOrDefault("AUTH", "").toUpperCase(Locale.ROOT).split(" +"))
        .contains(mechanism);
  }

  private SmtpReply login() throws IOException {
    SmtpReply reply = connection.command("AUTH LOGIN");
    if (reply.code() == AUTH_CONTINUES) {
      reply = connection.command(base64(credentials.user()));
    }
    if (reply.code() == AUTH_CONTINUES) {
      reply = connection.command(base64(credentials.password()));
    }
    return reply;
  }

  /** A token may have been withdrawn before its end, so one more is tried. */
  private void withToken(AccessTokens tokens) throws IOException, HopFailure {
    if (!offers("XOAUTH2")) {
      throw HopFailure.temporary("the relay does not offer AUTH XOAUTH2");
    }
    String token = token(tokens);
    SmtpReply reply = xoauth2(token);
    if (reply.isPermanent()) {
      tokens.refused(token);
      token = token(tokens);
      reply = xoauth2(token);
    }
    if (reply.isPermanent()) {
      tokens.refused(token);
      // Mail waits for a corrected setting; it is not the fault of its recipients.
      throw HopFailure.as(
          Kind.TEMPORARY,
          "4.7.0",
          "the relay refuses the access token with "
              + reply.code()
              + "; check MAILBOX_RELAY_OAUTH_* and the user of MAILBOX_RELAY_URL");
    }
    if (!reply.isPositive()) {
      throw HopFailure.by(reply, "AUTH");
    }
  }

  private static String token(AccessTokens tokens) throws HopFailure {
    try {
      return tokens.current();
    } catch (IOException e) {
      throw HopFailure.temporary("no access token for the relay: " + e.getMessage());
    }
  }

  private SmtpReply xoauth2(String token) throws IOException {
    SmtpReply reply =
        connection.command(
            "AUTH XOAUTH2 "
                + base64("user=" + credentials.user() + "\1auth=Bearer " + token + "\1\1"));
    // The reason of a refusal, which is followed by the reply after an empty line.
    return reply.code() == AUTH_CONTINUES ? connection.command("") : reply;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A loopback or private address, where relays without TLS are common. */
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
}
