package dev.agentmailbox.server.net;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Creates TLS connections: validated ones, and unvalidated ones for opportunistic STARTTLS. Thread
 * safe.
 */
public final class ClientTls {
  private final SSLContext checked;
  private final SSLContext unchecked;

  private ClientTls(SSLContext checked, SSLContext unchecked) {
    this.checked = checked;
    this.unchecked = unchecked;
  }

  /** Uses the trust store of the Java runtime. */
  public static ClientTls usual() {
    try {
      return trusting(SSLContext.getDefault());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime does not support TLS", e);
    }
  }

  /** Uses the trust settings of a context. */
  public static ClientTls trusting(SSLContext checked) {
    try {
      SSLContext unchecked = SSLContext.getInstance("TLS");
      unchecked.init(null, new TrustManager[] {new TrustEverything()}, null);
      return new ClientTls(checked, unchecked);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime does not support TLS", e);
    }
  }

  /** The context of validated connections, for other clients. */
  public SSLContext checkedContext() {
    return checked;
  }

  /** The context of unvalidated connections, for questions to this machine's own server. */
  public SSLContext uncheckedContext() {
    return unchecked;
  }

  /** Starts TLS; the certificate must be valid for the host. */
  public SSLSocket checked(Socket plain, String host) throws IOException {
    SSLSocket secure =
        (SSLSocket) checked.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  /** Starts TLS without validating the certificate. */
  public SSLSocket unchecked(Socket plain, String host) throws IOException {
    SSLSocket secure =
        (SSLSocket) unchecked.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    secure.startHandshake();
    return secure;
  }

  /** Only for connections that could as well be in clear (RFC 7435), or stay on this machine. */
  private static final class TrustEverything extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
