package dev.agentmailbox.server.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SSLContext;

/** TLS of a listener, whose certificate may be renewed while it runs. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * A context with the certificate of the files; files that change are read again, see {@link
   * RenewedKeys}.
   *
   * @param clock for the interval between two checks of the files
   * @throws IOException with one line that names the setting when the files cannot be used
   */
  public static SSLContext context(TlsFiles files, Clock clock) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(new RenewedKeys(files, clock)).getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has TLS", e);
    }
  }

  static KeyManagerFactory keys(RenewedKeys keys) throws GeneralSecurityException {
    KeyManagerFactory factory = KeyManagerFactory.getInstance(RenewedKeys.KEY_MANAGER);
    factory.init(new KeyStoreBuilderParameters(keys));
    return factory;
  }
}
