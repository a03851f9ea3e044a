package dev.agentmailbox.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for localhost and 127.0.0.1, made by the JDK's keytool.
 *
 * @param files chain and key as PEM
 * @param trusting a context that trusts this certificate and no other
 */
public record TestCertificate(TlsFiles files, SSLContext trusting) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * @param algorithm RSA or EC
   */
  public static TestCertificate make(Path directory, String algorithm)
      throws IOException, GeneralSecurityException, InterruptedException {
    return make(
        Files.createTempDirectory(directory, "cert"), algorithm, "dns:localhost,ip:127.0.0.1");
  }

  /** One that no test server is called. */
  public static TestCertificate forAnotherHost(Path directory)
      throws IOException, GeneralSecurityException, InterruptedException {
    return make(Files.createTempDirectory(directory, "cert"), "EC", "dns:other.example");
  }

  /** For the given subject alternative names, as keytool writes them. */
  public static TestCertificate forNames(Path directory, String names)
      throws IOException, GeneralSecurityException, InterruptedException {
    return make(Files.createTempDirectory(directory, "cert"), "EC", names);
  }

  private static TestCertificate make(Path directory, String algorithm, String names)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path file = directory.resolve("test.p12");
    generate(file, algorithm, names);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    Certificate certificate = store.getCertificate("test");
    Key key = store.getKey("test", PASSWORD);
    Path chain = directory.resolve("chain.pem");
    Path keyFile = directory.resolve("key.pem");
    Files.writeString(chain, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(keyFile, pem("PRIVATE KEY", key.getEncoded()));
    return new TestCertificate(
        new TlsFiles("MAILBOX_SMTP_TLS", chain, keyFile), trusting(certificate));
  }

  /** What a server with this certificate uses. */
  public SSLContext serving() throws IOException, GeneralSecurityException {
    return ServerTls.context(files, Clock.systemUTC());
  }

  private static void generate(Path file, String algorithm, String names)
      throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=" + names,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool failed: " + output);
    }
  }

  private static SSLContext trusting(Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("test", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
