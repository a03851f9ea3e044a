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
 * Makes TLS connections: checked ones, where the certificate must be valid and name the host, and
 * unchecked ones, for STARTTLS that is only taken when offered. Thread safe.
 */
public final class ClientTls {
  private final SSLContext checked;
  private final SSLContext unchecked;

  private ClientTls(SSLContext checked, SSLContext unchecked) {
    this.checked = checked;
    this.unchecked = unchecked;
  }

  /** Trusts what the Java runtime trusts. */
  public static ClientTls usual() {
    try {
      return trusting(SSLContext.getDefault());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  /** Trusts what the given context trusts. */
  public static ClientTls trusting(SSLContext checked) {
    try {
      SSLContext unchecked = SSLContext.getInstance("TLS");
      unchecked.init(null, new TrustManager[] {new TrustEverything()}, null);
      return new ClientTls(checked, unchecked);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  /** The context of checked connections, for clients that make their own. */
  public SSLContext checkedContext() {
    return checked;
  }

  /** Goes on in TLS; the certificate must be valid and name the host. */
  public SSLSocket checked(Socket plain, String host) throws IOException {
    SSLSocket secure =
        (SSLSocket) checked.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  /** Goes on in TLS without looking at who the other side is. */
  public SSLSocket unchecked(Socket plain, String host) throws IOException {
    SSLSocket secure =
        (SSLSocket) unchecked.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    secure.startHandshake();
    return secure;
  }

  /** Only for connections that would otherwise be in clear (RFC 7435). */
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
