package dev.agentmailbox.server.dkim;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.util.Arrays;
import java.util.Base64;

/**
 * A DKIM signing key and its selector. {@code toString} omits the key. Immutable and thread safe.
 */
public final class DkimKey {
  /** RFC 8301 section 3.2 forbids shorter ones; ours have 2,048. */
  private static final int MIN_RSA_BITS = 1024;

  private static final int ED25519_BYTES = 32;

  /** The algorithms of RFC 6376 and RFC 8463 that are in use. */
  public enum Algorithm {
    RSA("rsa", "SHA256withRSA"),
    ED25519("ed25519", "Ed25519");

    private final String tag;
    private final String signature;

    Algorithm(String tag, String signature) {
      this.tag = tag;
      this.signature = signature;
    }

    /** As in {@code k=}; {@code a=} has the suffix {@code -sha256}. */
    public String tag() {
      return tag;
    }
  }

  private final String selector;
  private final Algorithm algorithm;
  private final PrivateKey privateKey;
  private final PublicKey publicKey;

  /**
   * Combines a key pair.
   *
   * @throws GeneralSecurityException the keys do not match, or are too weak
   */
  DkimKey(String selector, Algorithm algorithm, PrivateKey privateKey, PublicKey publicKey)
      throws GeneralSecurityException {
    this.selector = selector;
    this.algorithm = algorithm;
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    if (privateKey instanceof RSAKey rsa && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
      throw new GeneralSecurityException("an RSA key of less than " + MIN_RSA_BITS + " bits");
    }
    byte[] probe = {1};
    Signature verifier = Signature.getInstance(algorithm.signature);
    verifier.initVerify(publicKey);
    verifier.update(probe);
    if (!verifier.verify(sign(probe))) {
      throw new GeneralSecurityException("a key pair whose keys do not match");
    }
  }

  public String selector() {
    return selector;
  }

  public Algorithm algorithm() {
    return algorithm;
  }

  /** {@code a=} of a signature. */
  String signatureTag() {
    return algorithm.tag + "-sha256";
  }

  /** Signs: RSA hashes the data itself, Ed25519 signs the hash (RFC 8463 section 3). */
  byte[] sign(byte[] headerHashInput) throws GeneralSecurityException {
    Signature signer = Signature.getInstance(algorithm.signature);
    signer.initSign(privateKey);
    signer.update(headerHashInput);
    return signer.sign();
  }

  /** {@code p=} of the record: the key's SubjectPublicKeyInfo, or the 32 bytes of Ed25519. */
  public String published() {
    byte[] encoded = publicKey.getEncoded();
    byte[] bytes =
        algorithm == Algorithm.RSA
            ? encoded
            : Arrays.copyOfRange(encoded, encoded.length - ED25519_BYTES, encoded.length);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** The text of the TXT record at {@code <selector>._domainkey.<domain>}. */
  public String record() {
    return "v=DKIM1; k=" + algorithm.tag + "; p=" + published();
  }

  @Override
  public String toString() {
    return "DkimKey[" + selector + ", " + algorithm.tag + "]";
  }
}
