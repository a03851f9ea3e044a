package dev.agentmailbox.server.dkim;

import dev.agentmailbox.server.dkim.DkimKey.Algorithm;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of one selector in a data directory: {@code dkim/<selector>.rsa.pem} and {@code
 * dkim/<selector>.ed25519.pem}, mode 0600, each the private key (PKCS #8) and the public one. The
 * RSA key is published under the selector, the Ed25519 key under the selector and {@code -ed25519},
 * because each name may hold only one key. The pair is used for all mail domains.
 */
public final class DkimKeys {
  private static final int RSA_BITS = 2048;
  private static final long MAX_FILE_BYTES = 64 * 1024;
  private static final Pattern SELECTOR = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");
  private static final Pattern PRIVATE = block("PRIVATE KEY");
  private static final Pattern PUBLIC = block("PUBLIC KEY");

  private final Path directory;
  private final String selector;

  /**
   * @param dataDirectory the data directory of the service
   * @param selector one label
   * @throws IllegalArgumentException it is not a label
   */
  public DkimKeys(Path dataDirectory, String selector) {
    if (!isSelector(selector)) {
      throw new IllegalArgumentException(
          "a selector consists of lower-case letters, digits and hyphens");
    }
    this.directory = dataDirectory.resolve("dkim");
    this.selector = selector;
  }

  /** Whether it is one label with room for the suffix. */
  public static boolean isSelector(String text) {
    return SELECTOR.matcher(text).matches();
  }

  /** The file of the key of an algorithm. */
  public Path file(Algorithm algorithm) {
    return directory.resolve(selector + "." + algorithm.tag() + ".pem");
  }

  /**
   * The existing keys, RSA first; one, both or none.
   *
   * @throws IOException a file exists but is unusable; names the file
   */
  public List<DkimKey> load() throws IOException {
    List<DkimKey> keys = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      if (Files.exists(file(algorithm))) {
        keys.add(load(algorithm));
      }
    }
    return keys;
  }

  /** Creates missing keys. */
  public List<DkimKey> loadOrMake() throws IOException {
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    for (Algorithm algorithm : Algorithm.values()) {
      if (!Files.exists(file(algorithm))) {
        make(algorithm);
      }
    }
    return load();
  }

  private DkimKey load(Algorithm algorithm) throws IOException {
    Path file = file(algorithm);
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new GeneralSecurityException("too large");
      }
      String pem = Files.readString(file, StandardCharsets.US_ASCII);
      KeyFactory factory = KeyFactory.getInstance(algorithm == Algorithm.RSA ? "RSA" : "Ed25519");
      byte[] secret =
          decoded(PRIVATE, pem)
              .orElseThrow(() -> new GeneralSecurityException("no PRIVATE KEY (PKCS #8)"));
      PrivateKey privateKey = factory.generatePrivate(new PKCS8EncodedKeySpec(secret));
      Optional<byte[]> open = decoded(PUBLIC, pem);
      PublicKey publicKey =
          open.isPresent()
              ? factory.generatePublic(new X509EncodedKeySpec(open.get()))
              : publicOf(factory, privateKey);
      return new DkimKey(nameOf(algorithm), algorithm, privateKey, publicKey);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // The exception message could contain the key.
      throw new IOException(file + " holds no usable " + algorithm.tag() + " key");
    }
  }

  /** Files of other tools may lack the public key; for RSA it is derived from the private one. */
  private static PublicKey publicOf(KeyFactory factory, PrivateKey key)
      throws GeneralSecurityException {
    if (key instanceof RSAPrivateCrtKey rsa) {
      return factory.generatePublic(
          new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
    }
    throw new GeneralSecurityException("no PUBLIC KEY");
  }

  private String nameOf(Algorithm algorithm) {
    return algorithm == Algorithm.RSA ? selector : selector + "-" + algorithm.tag();
  }

  private void make(Algorithm algorithm) throws IOException {
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(algorithm == Algorithm.RSA ? "RSA" : "Ed25519");
      if (algorithm == Algorithm.RSA) {
        generator.initialize(RSA_BITS);
      }
      var pair = generator.generateKeyPair();
      String text =
          pem("PRIVATE KEY", pair.getPrivate().getEncoded())
              + pem("PUBLIC KEY", pair.getPublic().getEncoded());
      DurableFile.write(file(algorithm), text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java runtime cannot generate a key for " + algorithm.tag(), e);
    }
  }

  private static Pattern block(String what) {
    return Pattern.compile(
        "-----BEGIN " + what + "-----\\s+([A-Za-z0-9+/=\\s]+)-----END " + what + "-----");
  }

  private static Optional<byte[]> decoded(Pattern block, String pem) {
    Matcher matcher = block.matcher(pem);
    return matcher.find()
        ? Optional.of(Base64.getMimeDecoder().decode(matcher.group(1)))
        : Optional.empty();
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
