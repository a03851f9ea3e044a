package dev.agentmailbox.server.smtp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate and its key in PEM files, as written by ACME clients.
 *
 * @param certificateChain PEM file, leaf certificate first
 * @param privateKey PEM file with an unencrypted PKCS #8 key (RFC 7468 section 10)
 */
public record TlsFiles(Path certificateChain, Path privateKey) {
  private static final int FILE_BYTES = 1024 * 1024;
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "Ed25519");

  /**
   * Reads both files.
   *
   * @throws IOException when a file cannot be read
   * @throws GeneralSecurityException when they hold no certificate or no supported key
   */
  SSLContext context() throws IOException, GeneralSecurityException {
    Certificate[] chain =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(read(certificateChain)))
            .toArray(Certificate[]::new);
    if (chain.length == 0) {
      throw new GeneralSecurityException("no certificate in " + certificateChain);
    }
    char[] noPassword = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, noPassword);
    store.setKeyEntry("smtp", key(), noPassword, chain);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, noPassword);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private PrivateKey key() throws IOException, GeneralSecurityException {
    Matcher pem = PKCS8.matcher(new String(read(privateKey), StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw new GeneralSecurityException(
          "no unencrypted PKCS #8 key (BEGIN PRIVATE KEY) in " + privateKey);
    }
    PKCS8EncodedKeySpec encoded =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    // KeyFactory needs the algorithm, so the supported ones are tried.
    InvalidKeySpecException last = null;
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException e) {
        last = e;
      }
    }
    throw new GeneralSecurityException(
        "the key in " + privateKey + " is not RSA, EC or Ed25519", last);
  }

  private static byte[] read(Path file) throws IOException {
    if (Files.size(file) > FILE_BYTES) {
      throw new IOException(file + " is too large for a PEM file");
    }
    return Files.readAllBytes(file);
  }
}
