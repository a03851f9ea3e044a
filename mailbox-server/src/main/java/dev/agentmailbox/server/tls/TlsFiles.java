package dev.agentmailbox.server.tls;

import dev.agentmailbox.store.jdbc.content.FileProblem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore.PrivateKeyEntry;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A certificate and its key in PEM files, as written by ACME clients.
 *
 * @param settings common beginning of the two settings that name the files, for messages
 * @param certificateChain PEM file, leaf certificate first
 * @param privateKey PEM file with an unencrypted PKCS #8 key (RFC 7468 section 10)
 */
public record TlsFiles(String settings, Path certificateChain, Path privateKey) {
  /** Ending of the setting that names the certificate. */
  public static final String CERTIFICATE = "_CERTIFICATE";

  /** Ending of the setting that names the key. */
  public static final String KEY = "_KEY";

  private static final int FILE_BYTES = 1024 * 1024;
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "Ed25519");
  private static final byte[] PROBE = "mailbox".getBytes(StandardCharsets.US_ASCII);

  /**
   * Reads both files.
   *
   * @throws IOException with one line that begins with the setting: a file cannot be read, holds no
   *     certificate or no supported key, or the two do not belong together
   */
  PrivateKeyEntry load() throws IOException {
    X509Certificate[] chain = chain();
    PrivateKey key = key();
    if (!belong(chain[0].getPublicKey(), key)) {
      throw keyProblem("is not the key of the certificate in " + certificateChain, null);
    }
    return new PrivateKeyEntry(key, chain);
  }

  private X509Certificate[] chain() throws IOException {
    try {
      X509Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(read(settings + CERTIFICATE, certificateChain)))
              .toArray(X509Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
    } catch (CertificateException e) {
      throw certificateProblem(e);
    }
    throw certificateProblem(null);
  }

  private PrivateKey key() throws IOException {
    String text = new String(read(settings + KEY, privateKey), StandardCharsets.ISO_8859_1);
    Matcher pem = PKCS8.matcher(text);
    if (!pem.find()) {
      throw keyProblem("has no unencrypted PKCS #8 key (BEGIN PRIVATE KEY)", null);
    }
    try {
      PKCS8EncodedKeySpec encoded =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
      // KeyFactory needs the algorithm, so the supported ones are tried.
      for (String algorithm : KEY_ALGORITHMS) {
        Optional<PrivateKey> key = key(algorithm, encoded);
        if (key.isPresent()) {
          return key.get();
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw keyProblem("has an unreadable key", e);
    }
    throw keyProblem("has no RSA, EC or Ed25519 key", null);
  }

  private static Optional<PrivateKey> key(String algorithm, PKCS8EncodedKeySpec encoded)
      throws NoSuchAlgorithmException {
    try {
      return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
    } catch (InvalidKeySpecException another) {
      return Optional.empty();
    }
  }

  /** Found out now rather than in each handshake. */
  private static boolean belong(PublicKey certified, PrivateKey key) {
    String algorithm =
        key instanceof RSAKey
            ? "SHA256withRSA"
            : key instanceof ECKey ? "SHA256withECDSA" : "EdDSA";
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private IOException certificateProblem(@Nullable Exception cause) {
    return new IOException(
        settings + CERTIFICATE + ": " + certificateChain + " has no certificate in PEM form",
        cause);
  }

  private IOException keyProblem(String words, @Nullable Exception cause) {
    return new IOException(settings + KEY + ": " + privateKey + " " + words, cause);
  }

  private static byte[] read(String setting, Path file) throws IOException {
    try {
      if (Files.size(file) <= FILE_BYTES) {
        return Files.readAllBytes(file);
      }
    } catch (IOException e) {
      throw new IOException(setting + ": " + FileProblem.words(e), e);
    }
    throw new IOException(setting + ": " + file + " is too large for a PEM file");
  }
}
