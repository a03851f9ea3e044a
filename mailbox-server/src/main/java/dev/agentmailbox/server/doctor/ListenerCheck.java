package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.doctor.Finding.Level;
import dev.agentmailbox.server.net.ClientTls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLSocket;

/**
 * Asks this server's own SMTP port, from the same machine, and looks at the certificate of
 * STARTTLS. Firewalls between here and the internet are not seen.
 */
public final class ListenerCheck {
  /** A certificate that ends sooner should have been renewed. */
  static final Duration ENDS_SOON = Duration.ofDays(14);

  private static final int MAIL_PORT = 25;
  private static final int MILLIS = 5_000;
  private static final int MAX_REPLY_LINES = 100;
  private static final int MAX_LINE = 1_000;

  /** Type of a DNS name in {@link X509Certificate#getSubjectAlternativeNames}. */
  private static final int DNS_NAME = 2;

  private final InetSocketAddress address;
  private final String host;
  private final Clock clock;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param address as configured; any address means this machine
   * @param host name that other servers connect to, which the certificate must cover
   */
  public ListenerCheck(InetSocketAddress address, String host, Clock clock) {
    InetAddress configured = address.getAddress();
    this.address =
        configured != null && configured.isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
            : address;
    this.host = host;
    this.clock = clock;
  }

  /** All findings; one when nothing answers. */
  public List<Finding> look() {
    String what = "SMTP port " + address.getPort();
    try (Socket socket = new Socket()) {
      socket.connect(address, MILLIS);
      socket.setSoTimeout(MILLIS);
      if (!isMailServer(socket, what)) {
        add(Level.WRONG, what, "does not answer as a mail server");
      }
    } catch (IOException e) {
      add(Level.MISSING, what, "does not answer on this machine; start the server");
    }
    return List.copyOf(findings);
  }

  private boolean isMailServer(Socket socket, String what) {
    try {
      return converse(socket, what);
    } catch (IOException e) {
      return false;
    }
  }

  private boolean converse(Socket socket, String what) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    if (!reply(in).startsWith("220")) {
      return false;
    }
    String offered = say(socket, in, "EHLO " + host);
    if (!offered.startsWith("250")) {
      return false;
    }
    boolean usual = address.getPort() == MAIL_PORT;
    add(
        usual ? Level.OK : Level.OPTIONAL,
        what,
        usual
            ? "answers"
            : "answers; other servers connect to port 25, which must be forwarded here");
    if (!offered.toUpperCase(Locale.ROOT).contains("STARTTLS")) {
      add(Level.OPTIONAL, "STARTTLS", "is not offered; set MAILBOX_SMTP_TLS_CERTIFICATE");
    } else if (say(socket, in, "STARTTLS").startsWith("220")) {
      certificate(socket);
    }
    return true;
  }

  private void certificate(Socket socket) {
    try (SSLSocket secure = ClientTls.usual().unchecked(socket, host)) {
      Certificate[] chain = secure.getSession().getPeerCertificates();
      if (chain[0] instanceof X509Certificate leaf) {
        judge(leaf);
      }
    } catch (IOException e) {
      add(Level.WRONG, "STARTTLS", "the handshake fails: " + e.getMessage());
    }
  }

  private void judge(X509Certificate leaf) {
    Instant end = leaf.getNotAfter().toInstant();
    String what = "certificate " + host;
    if (!covers(leaf, host)) {
      add(Level.WRONG, what, "the certificate of STARTTLS is not valid for this name");
    } else if (end.isBefore(clock.instant())) {
      add(Level.WRONG, what, "expired at " + end);
    } else if (end.isBefore(clock.instant().plus(ENDS_SOON))) {
      add(Level.WRONG, what, "expires at " + end + "; renew it");
    } else {
      add(Level.OK, what, "valid until " + end);
    }
  }

  /** RFC 6125 section 6.4: a wildcard stands for one whole label. */
  static boolean covers(X509Certificate leaf, String host) {
    Collection<List<?>> names;
    try {
      names = leaf.getSubjectAlternativeNames();
    } catch (CertificateParsingException e) {
      return false;
    }
    if (names == null) {
      return false;
    }
    String parent = host.substring(host.indexOf('.') + 1);
    return names.stream()
        .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
        .map(name -> String.valueOf(name.get(1)).toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.equals(host) || name.equals("*." + parent));
  }

  private static String say(Socket socket, BufferedReader in, String command) throws IOException {
    socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    return reply(in);
  }

  /** All lines of a reply; what is no reply is empty. */
  private static String reply(BufferedReader in) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int lines = 0; lines < MAX_REPLY_LINES; lines++) {
      String line = line(in);
      all.append(line).append('\n');
      if (line.length() < 4 || line.charAt(3) != '-') {
        return all.toString();
      }
    }
    return "";
  }

  private static String line(BufferedReader in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n' && line.length() < MAX_LINE; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  private void add(Level level, String what, String words) {
    findings.add(new Finding(level, what, words));
  }
}
